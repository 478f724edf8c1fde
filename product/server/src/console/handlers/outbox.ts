import { messageStates } from '@ekyc/contract/console/message-states'

import { listMessages } from '../../acts/messages/outbox.ts'
import { maskMobile } from '../../domain/agents/mask-mobile.ts'
import type { ConsoleHandlers } from '../handlers.ts'

const usualLimit = 50

export function outboxHandlers(): Pick<ConsoleHandlers, 'listMessages'> {
  return {
    async listMessages({ state = 'waiting', kind, message: id, limit = usualLimit }, { perform }) {
      const states = id === undefined ? [state] : [...messageStates]
      const found = await perform(listMessages, { states, kind, id, limit: limit + 1 })
      return { rows: found.slice(0, limit).map(shownMessage), isMore: found.length > limit }
    },
  }
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
    createdOn: createdOn.toISOString(),
    expiresOn: expiresOn.toISOString(),
    ...(mobile !== null && { mobile: maskMobile(mobile) }),
    ...(nextAttemptOn && { nextAttemptOn: nextAttemptOn.toISOString() }),
    ...(deliveredOn && { deliveredOn: deliveredOn.toISOString() }),
    ...(deadOn && { deadOn: deadOn.toISOString() }),
    ...(lastError !== null && { lastError }),
  }
}
