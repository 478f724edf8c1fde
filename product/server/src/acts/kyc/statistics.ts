import { indiaDate, startOfIndiaMonth } from '@ekyc/contract/india-time'
import { Type } from 'typebox'

import { countAgents } from '../../database/agents/agents.ts'
import { sumOrdersByMonth } from '../../database/kyc/daily-counts.ts'
import { countExceptionsByReason } from '../../database/kyc/kyc-exceptions.ts'
import { countOpenOrders } from '../../database/kyc/orders.ts'
import { countMessages } from '../../database/messages/outbox.ts'
import { countSessions } from '../../database/sign-in/sessions.ts'
import { defineAct, actInput } from '../act.ts'

export const showStatistics = defineAct({
  name: 'statistics.show',
  input: actInput({ months: Type.Integer({ minimum: 1, maximum: 120 }) }),
  async run({ db, at, row }, { months }) {
    row.subject = `${months} months`
    const [agents, sessions, orders, outbox, exceptions, byMonth] = await Promise.all([
      countAgents.one(db, { at }),
      countSessions.one(db, { agentId: undefined, at }),
      countOpenOrders.one(db, { at }),
      countMessages.one(db),
      countExceptionsByReason(db, at),
      sumOrdersByMonth(db, { from: indiaDate(startOfIndiaMonth(at, 1 - months)) }),
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
  },
})
