import { Type } from 'typebox'

import { outsideServices } from '../../words.ts'
import { alertRow } from './alerts.ts'
import { agentName, count, id, moment, nullable } from './common.ts'
import { proposalRow } from './proposals.ts'

/** The finished orders of a day by the hour of their creation in India. Hours without an order are left out. */
const hours = Type.Array(
  Type.Object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), orders: count, verified: count }),
)

export const overviewShapes = {
  /** The first rows of each list that waits for the bank's staff. What a person may not see is empty. */
  getOverview: {
    request: Type.Object({}),
    answer: Type.Object({
      proposals: Type.Array(Type.Object(proposalRow)),
      exceptions: Type.Array(
        Type.Object({
          order: id,
          reference: Type.String(),
          agent: agentName,
          dueBy: moment,
          isOverdue: Type.Boolean(),
        }),
      ),
      alerts: Type.Array(alertRow),
      /** The number of given-up messages that the outbox still has, and the time of the last one. */
      givenUp: Type.Object({ count, lastOn: nullable(moment) }),
      failing: Type.Array(Type.Object({ service: Type.Enum([...outsideServices]), since: moment })),
      /** The orders of this day until now, and of the same weekday a week ago until the same time. */
      day: Type.Object({ date: Type.String({ format: 'date' }), today: hours, weekAgo: hours }),
    }),
  },
}
