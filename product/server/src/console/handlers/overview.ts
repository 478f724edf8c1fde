import { messageStates } from '@ekyc/contract/console/message-states'

import { listAlerts } from '../../acts/fraud/alerts.ts'
import { listExceptions } from '../../acts/kyc/kyc-exceptions.ts'
import { listMessages } from '../../acts/messages/outbox.ts'
import { countOrdersTodayAndWeekAgo, showOverview } from '../../acts/overview.ts'
import { maskMobile } from '../../domain/agents/agents.ts'
import { hourMs } from '../../domain/clocks.ts'
import type { ConsoleContext, ConsoleHandlers } from '../handler-types.ts'
import { splitPage, defaultPageSize, withAgent } from '../paging.ts'
import { withMaker } from './proposals.ts'

/** All people get the same count of the day's orders for so long. */
const dayKeptMs = 10_000

export function overviewHandlers({ runner, now }: ConsoleContext) {
  /** The hour in which the trail last told of each person's look at Overview. */
  const told = new Map<string, number>()
  let counted: { at: number; day: ReturnType<typeof countOrdersTodayAndWeekAgo> } | undefined

  return {
    async getOverview(_request, { perform, staff }) {
      const hour = Math.floor(now().getTime() / hourMs)
      const seen = await perform(showOverview, { isRecordedAlready: told.get(staff.id) === hour })
      told.set(staff.id, hour)
      return {
        ...seen,
        proposals: seen.proposals.map(one => withMaker(one)),
        exceptions: seen.exceptions.map(shownException),
        alerts: seen.alerts.map(withAgent),
        day: await day(),
      }
    },

    async listAlerts({ state = 'new' }, { perform }) {
      const found = await perform(listAlerts, { states: [state], limit: defaultPageSize + 1 })
      const { rows, isMore } = splitPage(found, defaultPageSize)
      return { rows: rows.map(withAgent), isMore }
    },

    async listExceptions({ state = 'open', around, limit = defaultPageSize }, { perform }) {
      const found = await perform(listExceptions, { state, around, limit: limit + 1 })
      const { rows, isMore } = splitPage(found, limit)
      return { rows: rows.map(shownException), isMore }
    },

    async listMessages({ state = 'waiting', kind, message: id, limit = defaultPageSize }, { perform }) {
      const states = id === undefined ? [state] : [...messageStates]
      const { rows, isMore } = splitPage(
        await perform(listMessages, { states, kind, id, limit: limit + 1 }),
        limit,
      )
      return { rows: rows.map(row => ({ ...row, mobile: row.mobile && maskMobile(row.mobile) })), isMore }
    },
  } satisfies Partial<ConsoleHandlers>

  function day(): ReturnType<typeof countOrdersTodayAndWeekAgo> {
    const at = now()
    if (!counted || Math.abs(at.getTime() - counted.at) >= dayKeptMs) {
      counted = { at: at.getTime(), day: countOrdersTodayAndWeekAgo(runner, at) }
      counted.day.catch(() => (counted = undefined))
    }
    return counted.day
  }
}

function shownException(exception: Awaited<ReturnType<typeof listExceptions.run>>[number]) {
  return { ...withAgent(exception), order: exception.orderId }
}
