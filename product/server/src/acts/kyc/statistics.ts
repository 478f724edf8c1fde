import { indiaMonth } from '@ekyc/contract/india-time'
import { Type } from 'typebox'

import { countAgents } from '../../database/agents/agents.ts'
import { countByMonth } from '../../database/kyc/daily-counts.ts'
import { countExceptions } from '../../database/kyc/exceptions.ts'
import { countOpenOrders } from '../../database/kyc/orders.ts'
import { countMessages } from '../../database/messages/outbox.ts'
import type { Runner } from '../../database/link/runner.ts'
import { countSessions } from '../../database/sign-in/sessions.ts'
import { act, inputOf } from '../act.ts'

export const showStatistics = act({
  name: 'statistics.show',
  input: inputOf({ months: Type.Integer({ minimum: 1, maximum: 120 }) }),
  run({ db, at, row }, { months }) {
    row.subject = `${months} months`
    return count(db, at, months)
  },
})

async function count(db: Runner, at: Date, months: number) {
  const [agents, sessions, orders, outbox, exceptions, byMonth] = await Promise.all([
    countAgents.one(db, { at }),
    countSessions.one(db, { agentId: undefined, at }),
    countOpenOrders.one(db, { at }),
    countMessages.one(db),
    countExceptions(db, at),
    countByMonth(db, { from: firstDay(at, months) }),
  ])
  const { noPassword, resetDemanded, ...others } = agents
  return {
    agents: { ...others, 'no-password': noPassword, 'reset-demanded': resetDemanded },
    liveSessions: sessions.live,
    openOrders: orders.open,
    outbox,
    exceptions,
    months: byMonth,
  }
}

/** Returns the first day of the period of `months` months that ends with the current month. */
function firstDay(at: Date, months: number): string {
  const [year = 0, month = 0] = indiaMonth(at).split('-').map(Number)
  return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10)
}
