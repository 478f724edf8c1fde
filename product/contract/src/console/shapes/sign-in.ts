import { Type } from 'typebox'

const nothing = Type.Object({})
const Base64UrlOf = (characters: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${characters}}$` })
/** A proof of who acts, 64 bytes in base64url: random bytes, and the hash of the act and its input. */
const Proof = Base64UrlOf(86)
const ofProvider = Type.Optional(Type.String({ maxLength: 4096 }))

/** The calls by which a person signs in, and proves again who acts. */
export const signInShapes = {
  /** Redirects the browser to the bank's identity provider. This call and `finishSignIn` answer without JSON. */
  startSignIn: {
    request: Type.Object({
      /** The page of the console that opens after the sign-in. */
      to: Type.Optional(Type.String({ maxLength: 500 })),
      /** The id of a pending proof. The id does not reveal the proof, and makes the provider ask the person again. */
      proof: Type.Optional(Base64UrlOf(43)),
    }),
    answer: nothing,
  },
  finishSignIn: {
    request: Type.Object({
      code: ofProvider,
      state: ofProvider,
      iss: ofProvider,
      error: ofProvider,
      error_description: ofProvider,
    }),
    answer: nothing,
  },
  /** The provider's back-channel log-out: a signed token tells whose sessions end. */
  endByProvider: {
    request: Type.Object({ logout_token: Type.String({ maxLength: 16_384 }) }),
    answer: nothing,
  },

  startProof: {
    request: Type.Object({
      act: Type.String({ maxLength: 60 }),
      input: Type.Unknown({ description: 'The input of the act, as it will be sent' }),
    }),
    answer: Type.Object({
      proof: Type.String({
        description: 'Goes with the act when it is proven; good once, and for 5 minutes',
      }),
      address: Type.String({ description: 'The page of the provider, for a window of its own' }),
    }),
  },
  prove: {
    request: Type.Object({ proof: Proof }),
    answer: Type.Object({ isProven: Type.Boolean() }),
  },
}
