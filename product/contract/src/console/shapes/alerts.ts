import { Type } from 'typebox'

import { alertStates, fraudRuleNames } from '../fraud-rules.ts'
import { agentName, moment, nullable } from './common.ts'

export const alertRow = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  rule: Type.Enum([...fraudRuleNames]),
  state: Type.Enum([...alertStates]),
  agent: agentName,
  facts: Type.Record(Type.String(), Type.Number()),
  stops: Type.Boolean(),
  openedOn: moment,
  lastOn: moment,
  takenOn: nullable(moment),
  takenBy: Type.String(),
  closedOn: nullable(moment),
  closedBy: Type.String(),
  /** The bank's finding; empty until the alert is closed. */
  why: Type.String(),
})

export const alertShapes = {
  /** Lists the newest 50 alerts of one state; without a state, the new alerts. */
  listAlerts: {
    request: Type.Object({ state: Type.Optional(Type.Enum([...alertStates])) }),
    answer: Type.Object({ rows: Type.Array(alertRow), isMore: Type.Boolean() }),
  },
}
