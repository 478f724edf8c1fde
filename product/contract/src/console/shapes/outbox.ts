import { Type } from 'typebox'

import { messageKinds, messageStates } from '../message-states.ts'
import { limit, moment } from './common.ts'

export const outboxShapes = {
  /** Lists the newest messages, without their texts. */
  listMessages: {
    request: Type.Object({
      /** By default the answer lists the messages that wait. */
      state: Type.Optional(Type.Enum([...messageStates])),
      kind: Type.Optional(Type.Enum([...messageKinds])),
      /** The id of a single message, which is found in any state. */
      message: Type.Optional(Type.String({ format: 'uuid' })),
      limit,
    }),
    answer: Type.Object({
      rows: Type.Array(
        Type.Object({
          id: Type.String({ format: 'uuid' }),
          kind: Type.Enum([...messageKinds]),
          /** The masked mobile number of the agent; missing for a test event. */
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
      isMore: Type.Boolean(),
    }),
  },
}
