import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { listAlerts } from '../../acts/fraud/alerts.ts'
import type { ConsoleHandlers } from '../handlers.ts'

const limit = 50

export function alertHandlers(): Pick<ConsoleHandlers, 'listAlerts'> {
  return {
    async listAlerts({ state = 'new' }, { perform }) {
      const found = await perform(listAlerts, { states: [state], limit: limit + 1 })
      return { rows: found.slice(0, limit).map(shownAlert), isMore: found.length > limit }
    },
  }
}

type Found = Awaited<ReturnType<typeof listAlerts.run>>[number]

export function shownAlert(alert: Found): AnswerOf<'listAlerts'>['rows'][number] {
  const { agentId, agentName, beganOn: _beganOn, openedOn, lastOn, takenOn, closedOn, ...one } = alert
  return {
    ...one,
    agent: { id: agentId, name: agentName },
    openedOn: openedOn.toISOString(),
    lastOn: lastOn.toISOString(),
    takenOn: takenOn?.toISOString() ?? null,
    closedOn: closedOn?.toISOString() ?? null,
  }
}
