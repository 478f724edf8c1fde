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
        /** The session ends here, whatever the person does. */
        endsOn: Type.String({ format: 'date-time' }),
        /** The session ends earlier after so long without a call. */
        idleLimitMs: Type.Integer(),
      }),
      /** The person's own sessions, newest first. */
      sessions: Type.Array(
        Type.Object({
          openedOn: Type.String({ format: 'date-time' }),
          lastSeenOn: Type.String({ format: 'date-time' }),
          means: Type.Enum(['provider', 'passkey', 'link']),
          isCurrent: Type.Boolean(),
        }),
      ),
      /** False where the bank lets one person do what needs two. */
      fourEyes: Type.Boolean(),
    }),
  },
  signOut: { request: Type.Object({}), answer: Type.Object({}) },
}
