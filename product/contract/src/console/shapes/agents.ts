import { Type } from 'typebox'

import { fraudRuleNames } from '../fraud-rules.ts'
import { privileges } from '../../words.ts'
import { csvAnswer, id, moment, nullable, page, pageRequest } from './common.ts'

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
const count = Type.Integer({ minimum: 0 })

/** These filters choose agents; one that is not told chooses all. A query repeats a name that has several values. */
export const agentFilters = {
  status: Type.Optional(Type.Enum([...agentStatuses])),
  role: Type.Optional(word),
  branch: Type.Optional(Type.Union([word, Type.Array(word, { maxItems: 50 })])),
  supervisor: Type.Optional(word),
  outlet: Type.Optional(word),
  /** Begins the name. */
  name: Type.Optional(word),
  /**
   * Means what the search field would find: the last four digits of the mobile, a staff number, words of the name. No
   * address has a whole mobile, which the search finds.
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
  /** Masked: XXXXXX0001. */
  mobile: Type.String(),
  staffNumber: Type.String(),
  branch: Type.String(),
  outlet: Type.String(),
  supervisor: Type.String(),
  /** At least 'enabled' or 'disabled'. */
  statuses: Type.Array(Type.Enum([...agentStatuses])),
  isDemo: Type.Boolean(),
  isSynthetic: Type.Boolean(),
  /** An act on the agent as it was seen here names this version. */
  version: Type.Integer(),
  /** Days are India's. Null if there was none. */
  lastOrderOn: nullable(day),
  /** Orders that ended in the 30 days before today. */
  orders30: count,
  verified30: count,
}

const agentRow = Type.Object({
  ...identity,
  roles: Type.Array(Type.String()),
  ordersToday: count,
  verifiedToday: count,
})

const wholeAgent = Type.Object({
  ...identity,
  /** Days as YYYY-MM-DD; '' where nothing is known. */
  kycOn: Type.String(),
  kycEvidence: Type.String(),
  kycDue: Type.String(),
  reviewOn: Type.String(),
  risk: Type.String(),
  /** The open alerts of the rules against fraud. */
  alerts: Type.Array(
    Type.Object({
      number: count,
      rule: Type.Enum([...fraudRuleNames]),
      facts: Type.Record(Type.String(), Type.Number()),
      stops: Type.Boolean(),
      openedOn: moment,
      lastOn: moment,
    }),
  ),
  email: Type.String(),
  addressLine1: Type.String(),
  addressLine2: Type.String(),
  createdOn: moment,
  lockedUntil: nullable(moment),
  roles: Type.Array(Type.Object({ role: Type.String(), privileges: Type.Array(Type.Enum([...privileges])) })),
  withheld: Type.Array(Type.Enum([...privileges])),
  liveSessions: count,
  passkeys: count,
  /** The agent's use of the running hour's limits. */
  limits: Type.Array(
    Type.Object({
      kind: Type.Enum(['reference-check', 'unknown-reference', 'support-case']),
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
    /** An erased agent keeps the id, for the sake of its orders; `agent` is null. */
    answer: Type.Object({ id, erasedOn: nullable(moment), agent: nullable(wholeAgent) }),
  },
  listAgentSessions: { request: one, answer: Type.Object({ rows: Type.Array(session) }) },
  listAgentTrail: { request: Type.Object({ id, ...pageRequest }), answer: page(trailRow) },
  showMobile: {
    request: Type.Object({ id, reason: word }),
    answer: Type.Object({ mobile: Type.String() }),
  },
}
