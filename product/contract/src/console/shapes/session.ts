import { Type } from 'typebox'

import { staffRoles } from '../acts.ts'

export const sessionShapes = {
  getMe: {
    request: Type.Object({}),
    answer: Type.Object({
      id: Type.String({ format: 'uuid' }),
      name: Type.String(),
      roles: Type.Array(Type.Enum([...staffRoles])),
      session: Type.Object({
        openedOn: Type.String({ format: 'date-time' }),
        /** The moment at which the session ends, even if the person is active. */
        endsOn: Type.String({ format: 'date-time' }),
        /** The time without a call after which the session ends early, in ms. */
        idleLimitMs: Type.Integer(),
      }),
      /** The order is newest first. */
      sessions: Type.Array(
        Type.Object({
          openedOn: Type.String({ format: 'date-time' }),
          lastSeenOn: Type.String({ format: 'date-time' }),
          isCurrent: Type.Boolean(),
        }),
      ),
      /** False if the bank lets one person do the acts that need two people. */
      fourEyes: Type.Boolean(),
    }),
  },
  signOut: { request: Type.Object({}), answer: Type.Object({}) },
}
