import { listExceptions } from '../../acts/kyc/exceptions.ts'
import type { ConsoleHandlers } from '../handlers.ts'

const usualLimit = 50

export function exceptionHandlers(): Pick<ConsoleHandlers, 'listExceptions'> {
  return {
    async listExceptions({ state = 'open', around, limit = usualLimit }, { perform }) {
      const found = await perform(listExceptions, { state, around, limit: limit + 1 })
      return { rows: found.slice(0, limit).map(shownException), isMore: found.length > limit }
    },
  }
}

type Found = Awaited<ReturnType<typeof listExceptions.run>>[number]

function shownException({ orderId, agentId, agentName, openedOn, dueBy, decidedOn, ...one }: Found) {
  return {
    ...one,
    order: orderId,
    agent: { id: agentId, name: agentName },
    openedOn: openedOn.toISOString(),
    dueBy: dueBy.toISOString(),
    decidedOn: decidedOn?.toISOString() ?? null,
  }
}
