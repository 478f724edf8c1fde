import type { ActName } from '@ekyc/contract/console/acts'
import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'
import { Type } from 'typebox'

import { countOrdersByHour } from '../database/kyc/order-search.ts'
import { countDeadMessages } from '../database/messages/outbox.ts'
import type { SqlRunner } from '../database/link/sql.ts'
import { createServiceHealthStore } from '../database/kyc/service-health.ts'
import { dayMs } from '../domain/clocks.ts'
import { firstIdAt } from '../domain/ids.ts'
import { runningOutages, outageWindow } from '../domain/kyc/outages.ts'
import { permissionFor } from '../domain/staff/permissions.ts'
import { defineAct, actInput } from './act.ts'
import { listAlerts } from './fraud/alerts.ts'
import { listExceptions } from './kyc/kyc-exceptions.ts'
import { listProposals } from './show-proposals.ts'

const limit = 5

/** The maker gets no rows of a list without the right to it. `isRecordedAlready`: the trail has the look already. */
export const showOverview = defineAct({
  name: 'overview.show',
  input: actInput({ isRecordedAlready: Type.Boolean() }),
  async run(action, { isRecordedAlready }) {
    const { db, at, maker, row } = action
    const policy = action.policy()
    const may = (name: ActName) => permissionFor(maker, name, 1) === 'do'
    const [{ proposals }, exceptions, alerts, givenUp, services] = await Promise.all([
      may('proposal.list') ? listProposals.run(action, { list: 'waiting', limit }) : { proposals: [] },
      may('exception.list') ? listExceptions.run(action, { state: 'open', limit }) : [],
      listAlerts.run(action, { states: ['new'], limit }),
      may('outbox.list') ? countDeadMessages.one(db) : { count: 0, lastOn: null },
      createServiceHealthStore(db).failing(outageWindow(at, policy)),
    ])
    row.subject = ''
    row.isRecordedAlready = isRecordedAlready
    return { proposals, exceptions, alerts, givenUp, failing: runningOutages(services, at, policy) }
  },
})

/** The same weekday a week ago is counted until the same time. */
export async function countOrdersTodayAndWeekAgo(db: SqlRunner, at: Date) {
  const [today, weekAgo] = await Promise.all([
    countUntil(db, at),
    countUntil(db, new Date(at.getTime() - 7 * dayMs)),
  ])
  return { date: indiaDate(at), today, weekAgo }
}

function countUntil(db: SqlRunner, before: Date) {
  const from = startOfIndiaDay(indiaDate(before)) ?? before
  return countOrdersByHour(db, { fromId: firstIdAt(from), beforeId: firstIdAt(before), from, before })
}
