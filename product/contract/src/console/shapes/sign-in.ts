import { Type } from 'typebox'

import { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '../../shapes.ts'

const nothing = Type.Object({})
const Base64UrlOf = (characters: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${characters}}$` })
/** The token of an enrolment link, 32 bytes in base64url. It is the link's fragment, so no address in a log has it. */
const LinkToken = Base64UrlOf(43)
/** A proof of who acts, 64 bytes in base64url: random bytes, and the hash of the act and its input. */
const Proof = Base64UrlOf(86)
const ofProvider = Type.Optional(Type.String({ maxLength: 4096 }))

/** The calls by which a person signs in, and proves again who acts. */
export const signInShapes = {
  getSignIn: {
    request: nothing,
    answer: Type.Object({ way: Type.Enum(['provider', 'passkey']) }),
  },
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

  startPasskeySignIn: { request: nothing, answer: Type.Object({ options: PasskeyRequest }) },
  finishPasskeySignIn: { request: Type.Object({ credential: PasskeyAssertion }), answer: nothing },

  startEnrolment: {
    request: Type.Object({ token: LinkToken }),
    answer: Type.Object({ name: Type.String(), options: PasskeyCreation }),
  },
  /** Uses up the link, replaces the person's earlier passkeys, and opens a session. */
  finishEnrolment: {
    request: Type.Object({ token: LinkToken, credential: NewPasskey }),
    answer: nothing,
  },
  /** Begins to add a passkey for the signed-in person. The proof is for the act `passkey.add` with the input {}. */
  startPasskey: {
    request: Type.Object({ proof: Proof }),
    answer: Type.Object({ options: PasskeyCreation }),
  },
  addPasskey: { request: Type.Object({ credential: NewPasskey }), answer: nothing },

  startProof: {
    request: Type.Object({
      act: Type.String({ maxLength: 60 }),
      input: Type.Unknown({ description: 'The input of the act, as it will be sent' }),
    }),
    answer: Type.Object({
      proof: Type.String({
        description: 'Goes with the act when it is proven; good once, and for 5 minutes',
      }),
      options: Type.Optional(PasskeyRequest),
      address: Type.Optional(
        Type.String({
          description: 'The page of the provider, for a window of its own, where there is no passkey',
        }),
      ),
    }),
  },
  /** Proves by a passkey who acts. Without `credential`, tells whether the provider has proven who acts. */
  prove: {
    request: Type.Object({ proof: Proof, credential: Type.Optional(PasskeyAssertion) }),
    answer: Type.Object({ isProven: Type.Boolean() }),
  },

  /** Makes the enrolment link for a person who is new or may enrol again. Only this answer contains the token. */
  issueLink: {
    request: Type.Object({ staff: Type.String({ format: 'uuid' }) }),
    answer: Type.Object({ token: LinkToken, goodUntil: Type.String({ format: 'date-time' }) }),
  },
}
