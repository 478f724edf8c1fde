import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'

import { listMessages, retryMessages, sendTestEvent } from '../../acts/messages/outbox.ts'
import { outboxStates, type OutboxState } from '../../database/messages/outbox.ts'
import { outboxKinds, type OutboxKind } from '../../domain/messages/outbox-store.ts'
import { about, addGroup, countUpTo, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { table } from '../table.ts'
import { UsageError } from '../usage-error.ts'

const kindOption = () => new Option('--kind <WHICH>', 'only these').choices(outboxKinds)

export function addOutboxCommands(program: CommandUnknownOpts, operator: Operator): void {
  const { perform, answer } = operator
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
      const due = await perform(retryMessages, { id })
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
      const id = await perform(sendTestEvent, {})
      await answer(`The test event ${id} is on its way.`, { id })
    })
}

async function list(
  { perform, answer }: Operator,
  states: OutboxState[],
  kind: OutboxKind | undefined,
  limit: number,
): Promise<void> {
  const messages = await perform(listMessages, { states, kind, limit })
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
