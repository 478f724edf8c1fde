import { done, refused, type Perform } from './administration.ts'
import type { ListedMessage, OutboxState } from './administration-stores.ts'
import { putInOutbox } from './put-in-outbox.ts'
import type { BoxKeys } from './sealed-box.ts'
import type { OutboxKind } from './stores.ts'

export type MessageAdministration = {
  /** Newest first, never with their bodies. */
  list(query: {
    state: OutboxState | 'not-delivered' | 'all'
    kind: OutboxKind | undefined
    limit: number
  }): Promise<ListedMessage[]>
  /** Due at once instead of after its wait; all that wait without an id. The server delivers. */
  retry(id: string | undefined): Promise<{ due: number }>
  /** Puts a test event for the bank on its way; the server delivers it as it does results. */
  sendTestEvent(): Promise<{ id: string }>
}

/** What keeps a message from being sent once more. */
const whyNot = {
  waiting: 'its time has run out',
  delivered: 'it was delivered',
  dead: 'its time ran out, and its text is erased as it has to be; the customer has to be verified again, or a new OTP asked for',
}

const testEventLifeMs = 3_600_000
/** A test event is of no agent. */
const noAgent = '00000000-0000-0000-0000-000000000000'

export function createMessageAdministration(
  perform: Perform,
  outboxKeys: () => BoxKeys,
): MessageAdministration {
  return {
    list: query =>
      perform('outbox.list', async stores => {
        const messages = await stores.outboxList.list(query)
        return { subject: `${messages.length} messages`, ...done(messages) }
      }),

    retry: id =>
      perform('outbox.retry', async (stores, at) => {
        const due = await stores.outboxList.makeDue(id, at)
        if (id === undefined)
          return {
            subject: `${due} messages`,
            outcome: due > 0 ? 'done' : 'unchanged',
            result: { due },
          }
        if (due > 0) return { subject: id, ...done({ due }) }
        const message = await stores.outboxList.find(id)
        const why = message ? whyNot[message.state] : 'there is no such message'
        return { subject: id.slice(0, 36), ...refused(`'${id}' cannot be sent again: ${why}.`) }
      }),

    sendTestEvent: () =>
      perform('outbox.test-event', async (stores, at) => {
        const id = await putInOutbox(stores, outboxKeys(), {
          agentId: noAgent,
          kind: 'kyc-result',
          body: { type: 'test', sentOn: at.toISOString() },
          at,
          expiresOn: new Date(at.getTime() + testEventLifeMs),
        })
        return { subject: id, ...done({ id }) }
      }),
  }
}
