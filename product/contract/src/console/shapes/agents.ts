import { Type } from 'typebox'

import { byDetail } from '../sheet-lines.ts'
import { fraudRuleNames } from '../fraud-rules.ts'
import { privileges } from '../../words.ts'
import { count, csvAnswer, id, looks, moment, nullable, page, pageRequest } from './common.ts'

export const agentStatuses = [
  'enabled',
  'disabled',
  'locked',
  'no-password',
  'reset-demanded',
  'stopped',
  'dormant',
  'kyc-due',
] as const
export const agentSorts = ['name', 'branch', 'last-order'] as const

const word = Type.String({ minLength: 1, maxLength: 200 })
const day = Type.String({ format: 'date' })

/** The filters of agents. An absent filter accepts every agent. The query repeats a filter's name for each value. */
export const agentFilters = {
  status: Type.Optional(Type.Enum([...agentStatuses])),
  role: Type.Optional(word),
  branch: Type.Optional(Type.Union([word, Type.Array(word, { maxItems: 50 })])),
  supervisor: Type.Optional(word),
  outlet: Type.Optional(word),
  /** The beginning of the agent's name. */
  name: Type.Optional(word),
  /**
   * A searched text: the agent's id, the last three to nine digits of the mobile number, a staff number, or words of
   * the name.
   * This filter refuses a whole mobile number, because browsers and logs keep addresses. The call `search` accepts one.
   */
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^(?!.*[0-9]{10})' })),
}

const sorted = {
  sort: Type.Optional(Type.Enum([...agentSorts])),
  direction: Type.Optional(Type.Enum(['up', 'down'])),
}

const identity = {
  id,
  name: Type.String(),
  /** The masked mobile number, such as XXXXXX0001. */
  mobile: Type.String(),
  staffNumber: Type.String(),
  branch: Type.String(),
  outlet: Type.String(),
  supervisor: Type.String(),
  /** The agent's statuses. They always contain 'enabled' or 'disabled'. */
  statuses: Type.Array(Type.Enum([...agentStatuses])),
  isDemo: Type.Boolean(),
  /** The version of the agent's row. A proposal about the agent finds by the version that the row has changed. */
  version: Type.Integer(),
  /** The India day of the agent's last order; null if the agent has had no order. */
  lastOrderOn: nullable(day),
  /** The India day of the agent's last log-in; null if the agent has not logged in for 90 days. */
  lastLogInOn: nullable(day),
  /** The numbers of orders of the last 30 days, today included. */
  orders30: count,
  verified30: count,
}

const agentRow = Type.Object({
  ...identity,
  roles: Type.Array(Type.String()),
})

const role = Type.Object({ role: Type.String(), privileges: Type.Array(Type.Enum([...privileges])) })

const wholeAgent = Type.Object({
  ...identity,
  /** Days have the form YYYY-MM-DD, and an empty text means that nothing is entered. */
  ...byDetail(() => Type.String()),
  alerts: Type.Array(
    Type.Object({
      number: count,
      rule: Type.Enum([...fraudRuleNames]),
      facts: Type.Record(Type.String(), Type.Number()),
      stops: Type.Boolean(),
      /** The person who looks into the alert; empty if nobody has taken it. */
      takenBy: Type.String(),
      openedOn: moment,
      lastOn: moment,
    }),
  ),
  createdOn: moment,
  lockedUntil: nullable(moment),
  roles: Type.Array(role),
  otherRoles: Type.Array(role),
  withheld: Type.Array(Type.Enum([...privileges])),
  liveSessions: count,
  passkeys: count,
  /** The hourly limits of which the agent has used something. The hour ends at `until`. */
  limits: Type.Array(
    Type.Object({
      kind: Type.Enum(['reference-check', 'unknown-reference']),
      used: count,
      of: count,
      until: moment,
    }),
  ),
})

const session = Type.Object({
  id: Type.String(),
  browser: Type.String(),
  os: Type.String(),
  openedOn: moment,
  lastSeenOn: moment,
  expiresOn: moment,
})

const trailRow = Type.Object({
  id,
  happenedOn: moment,
  actorKind: Type.String(),
  actor: Type.String(),
  action: Type.String(),
  subject: Type.String(),
  outcome: Type.String(),
  requestId: nullable(Type.String()),
  traceId: nullable(Type.String()),
  address: nullable(Type.String()),
})

const one = Type.Object({ id })

export const agentShapes = {
  listAgents: {
    request: Type.Object({ ...pageRequest, ...agentFilters, ...sorted }),
    answer: page(agentRow),
  },
  exportAgents: {
    request: Type.Object({ ...agentFilters, ...sorted }),
    answer: csvAnswer,
  },
  getAgent: {
    request: one,
    /** `agent` is null after the agent was erased. The id stays, because the agent's orders contain it. */
    answer: Type.Object({ id, erasedOn: nullable(moment), agent: nullable(wholeAgent) }),
  },
  listAgentSessions: { request: one, answer: Type.Object({ rows: Type.Array(session) }) },
  listAgentTrail: { request: Type.Object({ id, looks, ...pageRequest }), answer: page(trailRow) },
  showMobile: {
    request: Type.Object({ id, reason: word }),
    answer: Type.Object({ mobile: Type.String() }),
  },
}
