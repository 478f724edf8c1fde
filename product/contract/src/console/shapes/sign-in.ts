import { Type } from 'typebox'

import { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '../../shapes.ts'

const nothing = Type.Object({})
const Base64UrlOf = (characters: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${characters}}$` })
/** 32 bytes. It stands in the fragment of a link's address, which no server and no log sees. */
const LinkToken = Base64UrlOf(43)
/** 64 bytes: random ones, and the hash of the act and its input. */
const Proof = Base64UrlOf(86)
const ofProvider = Type.Optional(Type.String({ maxLength: 4096 }))

/** The calls by which a person comes in, and shows again who acts. */
export const signInShapes = {
  getSignIn: {
    request: nothing,
    answer: Type.Object({ way: Type.Enum(['provider', 'passkey']) }),
  },
  /** Sends the browser to the bank's provider; the answer is no JSON, as that of the next. */
  startSignIn: {
    request: Type.Object({
      /** The page of the console to come back to. */
      to: Type.Optional(Type.String({ maxLength: 500 })),
      /** The mark of a proof, for which the provider asks the person again. */
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
  /** Back-channel log-out: the provider says in a signed token whose sessions end. */
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
  /** Uses the link up, replaces the person's earlier passkeys, and opens a session. */
  finishEnrolment: {
    request: Type.Object({ token: LinkToken, credential: NewPasskey }),
    answer: nothing,
  },
  /** Begins a further passkey of the signed-in person, after a proof for `passkey.add` with the input {}. */
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
  /** Proves by a passkey; without one, tells whether the provider has proven. */
  prove: {
    request: Type.Object({ proof: Proof, credential: Type.Optional(PasskeyAssertion) }),
    answer: Type.Object({ isProven: Type.Boolean() }),
  },

  /** Makes the link of a new person, or of one who may enrol again, and shows it this once. */
  issueLink: {
    request: Type.Object({ staff: Type.String({ format: 'uuid' }) }),
    answer: Type.Object({ token: LinkToken, goodUntil: Type.String({ format: 'date-time' }) }),
  },
}
