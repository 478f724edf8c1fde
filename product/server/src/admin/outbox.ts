import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'

import {
  listMessages,
  makeMessagesDue,
  outboxIn,
  outboxStates,
  type OutboxState,
} from '../database/outbox.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { hourMs } from '../domain/durations.ts'
import { nilId } from '../domain/new-id.ts'
import { putInOutbox } from '../domain/put-in-outbox.ts'
import { outboxKinds, type OutboxKind } from '../domain/stores.ts'
import { about, addGroup, countUpTo, examples } from './command-line.ts'
import type { Operator } from './operator.ts'
import { table } from './table.ts'
import { UsageError } from './usage-error.ts'

const kindOption = () => new Option('--kind <WHICH>', 'only these').choices(outboxKinds)

const testEventLifeMs = hourMs

/** The reason why a message in this state cannot be sent again. */
const whyNot: Record<OutboxState, string> = {
  waiting: 'its time has run out',
  delivered: 'it was delivered',
  dead: 'its time ran out, and its text is erased as it has to be; the customer has to be verified again, or a new OTP asked for',
}

export function addOutboxCommands(program: CommandUnknownOpts, operator: Operator): void {
  const { audited, answer } = operator
  const group = addGroup(program, 'outbox', 'Messages to agents and to the bank')

  group
    .command('list')
    .summary('Lists messages that have not left, never their text; the newest first.')
    .addOption(new Option('--state <WHICH>', 'these instead').choices(['all', ...outboxStates]))
    .addOption(kindOption())
    .option('--limit <N>', about.limit, countUpTo(10_000), 50)
    .addHelpText('after', examples('', '--state all --json'))
    .action(async ({ state, kind, limit }) => {
      const notDelivered: OutboxState[] = ['waiting', 'dead']
      const states = state === 'all' ? [...outboxStates] : state === undefined ? notDelivered : [state]
      await list(operator, states, kind, limit)
    })

  group
    .command('dead')
    .summary('Lists the dead letters: messages that were given up.')
    .addOption(kindOption())
    .option('--limit <N>', about.limit, countUpTo(10_000), 50)
    .addHelpText('after', examples('', '--kind kyc-result --json'))
    .action(({ kind, limit }) => list(operator, ['dead'], kind, limit))

  group
    .command('retry')
    .summary('Sends a waiting message now instead of after its wait.')
    .description(
      'The server sends it. A dead letter cannot be sent again: its time is over, and its text erased.',
    )
    .argument('[MESSAGE]', 'as outbox list names it')
    .option('--all', 'all that wait')
    .addHelpText('after', examples('--all'))
    .action(async (id, { all = false }) => {
      if (all === (id !== undefined))
        throw new UsageError('Name one message, or --all of them.', 'outbox retry')
      const due = await audited('outbox.retry', async ({ db, at, row }) => {
        const { length } = await makeMessagesDue(db, { id, at })
        row.subject = id?.slice(0, 36) ?? `${length} messages`
        row.unchanged = length === 0
        if (id === undefined || length > 0) return length
        const [message] = await listMessages(db, { states: [...outboxStates], id, kind: undefined, limit: 1 })
        const why = message ? whyNot[message.state] : 'there is no such message'
        throw new CommandRefused(`'${id}' cannot be sent again: ${why}.`)
      })
      await answer(`Messages that are sent now: ${due}.`, { due })
    })

  group
    .command('test-event')
    .summary('Sends a test event to the bank, signed and tried again as a result is, with nobody in it.')
    .description(
      'The server sends it, for an hour at most. outbox list tells what became of it. Needs OUTBOX_KEY.',
    )
    .addHelpText('after', examples('', '--json'))
    .action(async () => {
      const id = await audited('outbox.test-event', async ({ db, at, row }) => {
        row.subject = await putInOutbox({ outbox: outboxIn(db) }, operator.outboxKeys(), {
          agentId: nilId,
          kind: 'kyc-result',
          body: { type: 'test', sentOn: at.toISOString() },
          at,
          expiresOn: new Date(at.getTime() + testEventLifeMs),
        })
        return row.subject
      })
      await answer(`The test event ${id} is on its way.`, { id })
    })
}

async function list(
  { audited, answer }: Operator,
  states: OutboxState[],
  kind: OutboxKind | undefined,
  limit: number,
): Promise<void> {
  const messages = await audited('outbox.list', async ({ db, row }) => {
    const found = await listMessages(db, { states, kind, id: undefined, limit })
    row.subject = `${found.length} messages`
    return found
  })
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
  await answer(table(heads, rows), { messages })
}
