import { outboxStates, type ListedMessage } from '../../domain/administration-stores.ts'
import { command, type Answer, type Command } from '../command.ts'
import { table } from '../table.ts'
import { UsageError } from '../usage-error.ts'

const kind = { kind: 'choice', choices: ['sms', 'kyc-result'], about: 'only these' } as const
const limit = { kind: 'count', fallback: 50, most: 10_000, about: 'at most so many' } as const

export const outboxCommands: Command[] = [
  command({
    name: 'outbox list',
    summary: 'Lists messages that have not left, never their text; the newest first.',
    options: {
      state: { kind: 'choice', choices: ['all', ...outboxStates], about: 'these instead' },
      kind,
      limit,
    },
    examples: ['', '--state all --json'],
    async run({ options }, tools) {
      const { messages } = await tools.administration()
      return listed(await messages.list({ ...options, state: options.state ?? 'not-delivered' }))
    },
  }),

  command({
    name: 'outbox dead',
    summary: 'Lists the dead letters: messages that were given up.',
    options: { kind, limit },
    examples: ['', '--kind kyc-result --json'],
    async run({ options }, tools) {
      const { messages } = await tools.administration()
      return listed(await messages.list({ ...options, state: 'dead' }))
    },
  }),

  command({
    name: 'outbox retry',
    summary: 'Sends a waiting message now instead of after its wait.',
    details:
      'The server sends it. A dead letter cannot be sent again: its time is over, and its text erased.',
    arguments: [{ name: 'MESSAGE', about: 'as outbox list names it', optional: true }],
    options: { all: { kind: 'flag', about: 'all that wait' } },
    examples: ['--all'],
    async run({ arguments: { MESSAGE }, options: { all } }, tools) {
      if (all === (MESSAGE !== undefined))
        throw new UsageError('Name one message, or --all of them.', 'outbox retry')
      const { messages } = await tools.administration()
      const done = await messages.retry(MESSAGE)
      return { text: `Messages that are sent now: ${done.due}.`, data: done }
    },
  }),

  command({
    name: 'outbox test-event',
    summary: 'Sends a test event to the bank, signed and tried again as a result is, with nobody in it.',
    details:
      'The server sends it, for an hour at most. outbox list tells what became of it. Needs OUTBOX_KEY.',
    examples: ['', '--json'],
    async run(_input, tools) {
      const { messages } = await tools.administration()
      const sent = await messages.sendTestEvent()
      return { text: `The test event ${sent.id} is on its way.`, data: sent }
    },
  }),
]

function listed(messages: ListedMessage[]): Answer {
  const rows = messages.map(one => [
    one.createdOn,
    one.kind,
    one.mobile,
    one.state,
    one.attempts,
    one.nextAttemptOn,
    one.lastError,
    one.id,
  ])
  const heads = ['Written', 'Kind', 'Agent', 'State', 'Tries', 'Next try', 'Last error', 'Message']
  return { text: table(heads, rows), data: { messages } }
}
