import { Type } from 'typebox'

import { messageKinds, messageStates } from '../message-states.ts'

const moment = Type.String({ format: 'date-time' })

export const outboxShapes = {
  /** The newest messages; never a text. */
  listMessages: {
    request: Type.Object({
      /** Those that wait, unless given. */
      state: Type.Optional(Type.Enum([...messageStates])),
      kind: Type.Optional(Type.Enum([...messageKinds])),
      /** This one alone, in whatever state it is. */
      message: Type.Optional(Type.String({ format: 'uuid' })),
      limit: Type.Optional(Type.Union([Type.Literal(50), Type.Literal(100), Type.Literal(200)])),
    }),
    answer: Type.Object({
      rows: Type.Array(
        Type.Object({
          id: Type.String({ format: 'uuid' }),
          kind: Type.Enum([...messageKinds]),
          /** The agent's mobile, masked; missing for a test event. */
          mobile: Type.Optional(Type.String()),
          state: Type.Enum([...messageStates]),
          createdOn: moment,
          expiresOn: moment,
          attempts: Type.Integer(),
          nextAttemptOn: Type.Optional(moment),
          deliveredOn: Type.Optional(moment),
          deadOn: Type.Optional(moment),
          lastError: Type.Optional(Type.String()),
        }),
      ),
      /** True if there are more than are shown. */
      isMore: Type.Boolean(),
    }),
  },
}
