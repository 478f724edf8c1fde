import { countDay, showOverview } from '../../acts/staff/overview.ts'
import type { Runner } from '../../database/link/runner.ts'
import { hourMs } from '../../domain/durations.ts'
import type { ConsoleHandlers } from '../handlers.ts'
import { shownAlert } from './alerts.ts'
import { shownProposal } from './proposals.ts'

/** The time for which all people get the same count of the day's orders, in ms. */
const dayKeptMs = 10_000

export function overviewHandlers(options: {
  runner: Runner
  now: () => Date
}): Pick<ConsoleHandlers, 'getOverview'> {
  const { runner, now } = options
  /** The hour in which the trail last told of each person's look at Overview. */
  const told = new Map<string, number>()
  let counted: { at: number; day: ReturnType<typeof countDay> } | undefined

  return {
    async getOverview(_request, { perform, staff }) {
      const hour = Math.floor(now().getTime() / hourMs)
      const seen = await perform(showOverview, { isTold: told.get(staff.id) === hour })
      told.set(staff.id, hour)
      return {
        proposals: seen.proposals.map(shownProposal),
        exceptions: seen.exceptions.map(({ orderId, reference, agentId, agentName, dueBy, isOverdue }) => ({
          order: orderId,
          reference,
          agent: { id: agentId, name: agentName },
          dueBy: dueBy.toISOString(),
          isOverdue,
        })),
        alerts: seen.alerts.map(shownAlert),
        givenUp: { count: seen.givenUp.count, lastOn: seen.givenUp.lastOn?.toISOString() ?? null },
        failing: seen.failing.map(({ service, since }) => ({ service, since: since.toISOString() })),
        day: await day(),
      }
    },
  }

  function day(): ReturnType<typeof countDay> {
    const at = now()
    if (!counted || Math.abs(at.getTime() - counted.at) >= dayKeptMs)
      counted = { at: at.getTime(), day: countDay(runner, at) }
    return counted.day
  }
}
