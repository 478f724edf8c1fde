import { messageStates } from '@ekyc/contract/console/message-states'

import { listAlerts } from '../../acts/fraud/alerts.ts'
import { listExceptions } from '../../acts/kyc/exceptions.ts'
import { listMessages } from '../../acts/messages/outbox.ts'
import { countDay, showOverview } from '../../acts/staff/overview.ts'
import type { Runner } from '../../database/link/runner.ts'
import { maskMobile } from '../../domain/agents/agents.ts'
import { hourMs } from '../../domain/clocks.ts'
import type { ConsoleHandlers } from '../handler-types.ts'
import { usualLimit } from '../places.ts'
import { shownProposal } from './proposals.ts'

/** The time for which all people get the same count of the day's orders, in ms. */
const dayKeptMs = 10_000

type Calls = 'getOverview' | 'listAlerts' | 'listExceptions' | 'listMessages'

/** Returns the handlers of what waits for the staff: Overview, and the lists of its parts. */
export function waitingHandlers(options: { runner: Runner; now: () => Date }): Pick<ConsoleHandlers, Calls> {
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
          dueBy,
          isOverdue,
        })),
        alerts: seen.alerts.map(shownAlert),
        givenUp: seen.givenUp,
        failing: seen.failing,
        day: await day(),
      }
    },

    async listAlerts({ state = 'new' }, { perform }) {
      const found = await perform(listAlerts, { states: [state], limit: usualLimit + 1 })
      return { rows: found.slice(0, usualLimit).map(shownAlert), isMore: found.length > usualLimit }
    },

    async listExceptions({ state = 'open', around, limit = usualLimit }, { perform }) {
      const found = await perform(listExceptions, { state, around, limit: limit + 1 })
      return { rows: found.slice(0, limit).map(shownException), isMore: found.length > limit }
    },

    async listMessages({ state = 'waiting', kind, message: id, limit = usualLimit }, { perform }) {
      const states = id === undefined ? [state] : [...messageStates]
      const found = await perform(listMessages, { states, kind, id, limit: limit + 1 })
      return { rows: found.slice(0, limit).map(shownMessage), isMore: found.length > limit }
    },
  }

  function day(): ReturnType<typeof countDay> {
    const at = now()
    if (!counted || Math.abs(at.getTime() - counted.at) >= dayKeptMs) {
      counted = { at: at.getTime(), day: countDay(runner, at) }
      counted.day.catch(() => (counted = undefined))
    }
    return counted.day
  }
}

type Alert = Awaited<ReturnType<typeof listAlerts.run>>[number]

function shownAlert({ agentId, agentName, beganOn: _beganOn, ...one }: Alert) {
  return { ...one, agent: { id: agentId, name: agentName } }
}

type Exception = Awaited<ReturnType<typeof listExceptions.run>>[number]

function shownException({ orderId, agentId, agentName, ...one }: Exception) {
  return { ...one, order: orderId, agent: { id: agentId, name: agentName } }
}

type Message = Awaited<ReturnType<typeof listMessages.run>>[number]

function shownMessage(message: Message) {
  const { id, kind, state, mobile, attempts, lastError, createdOn, expiresOn } = message
  const { nextAttemptOn, deliveredOn, deadOn } = message
  return {
    id,
    kind,
    state,
    attempts,
    createdOn,
    expiresOn,
    mobile: mobile === null ? undefined : maskMobile(mobile),
    nextAttemptOn: nextAttemptOn ?? undefined,
    deliveredOn: deliveredOn ?? undefined,
    deadOn: deadOn ?? undefined,
    lastError: lastError ?? undefined,
  }
}
