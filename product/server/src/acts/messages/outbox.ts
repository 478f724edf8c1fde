import { messageKinds, messageStates } from '@ekyc/contract/console/message-states'
import { Type } from 'typebox'

import {
  listMessages as readMessages,
  makeMessagesDue,
  createOutboxStore,
  type OutboxState,
} from '../../database/messages/outbox.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { hourMs } from '../../domain/clocks.ts'
import { nilId } from '../../domain/ids.ts'
import { putInOutbox } from '../../domain/messages/outbox.ts'
import { defineAct, actInput, listLimitSchema } from '../act.ts'

const testEventLifeMs = hourMs

const whyNot: Record<OutboxState, string> = {
  waiting: 'it is being sent, its time has run out, or the consent is withdrawn',
  delivered: 'it was delivered',
  dead: 'its time ran out, and its text is erased as it has to be; the customer has to be verified again, or a new OTP asked for',
}

export const listMessages = defineAct({
  name: 'outbox.list',
  input: actInput({
    states: Type.Array(Type.Enum([...messageStates])),
    kind: Type.Optional(Type.Enum([...messageKinds])),
    id: Type.Optional(Type.String()),
    limit: listLimitSchema,
  }),
  async run({ db, row }, { states, kind, id, limit }) {
    const found = await readMessages(db, { states, kind, id, limit })
    row.subject = `${found.length} messages`
    return found
  },
})

export const retryMessages = defineAct({
  name: 'outbox.retry',
  input: actInput({ id: Type.Optional(Type.String()) }),
  async run({ db, at, row }, { id }) {
    const { length } = await makeMessagesDue(db, { id, at })
    row.subject = id?.slice(0, 36) ?? `${length} messages`
    row.unchanged = length === 0
    if (id === undefined || length > 0) return length
    const [message] = await readMessages(db, { states: [...messageStates], id, kind: undefined, limit: 1 })
    const why = message ? whyNot[message.state] : 'there is no such message'
    throw new CommandRefused(`'${id}' cannot be sent again: ${why}.`)
  },
})

export const sendTestEvent = defineAct({
  name: 'outbox.test-event',
  input: actInput({}),
  async run({ db, at, row, outboxKeys }) {
    row.subject = await putInOutbox({ outbox: createOutboxStore(db) }, outboxKeys(), {
      agentId: nilId,
      kind: 'kyc-result',
      body: { type: 'test', sentOn: at.toISOString() },
      at,
      expiresOn: new Date(at.getTime() + testEventLifeMs),
    })
    return row.subject
  },
})
