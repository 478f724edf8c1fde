import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { exceptionDecisions, exceptionStates } from '@ekyc/contract/exceptions'

import { decideException, listExceptions } from '../../acts/kyc/exceptions.ts'
import { about, addGroup, countUpTo, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { table } from '../table.ts'

export function addExceptionCommands(program: CommandUnknownOpts, { perform, answer }: Operator): void {
  const group = addGroup(program, 'exceptions', 'Customers whose finger cannot be read')

  group
    .command('list')
    .summary('Lists those about whom a person has to decide; those whose time ends first come first.')
    .description('Needs OUTBOX_KEY where a customer named a need.')
    .addOption(new Option('--state <WHICH>', 'these').choices(exceptionStates).default('open' as const))
    .option('--limit <N>', about.limit, countUpTo(10_000), 50)
    .addHelpText('after', examples('', '--state decided --json'))
    .action(async ({ state, limit }) => {
      const exceptions = await perform(listExceptions, { state, limit })
      const rows = exceptions.map(one => [
        one.dueBy,
        one.reference,
        one.reason,
        one.needs.join(', '),
        one.tries,
        one.agentName,
        one.decision,
        one.decidedBy,
        one.orderId,
      ])
      const heads = ['Due by', 'Reference', 'Reason', 'Needs', 'Tries', 'Agent', 'Decision', 'By', 'Order']
      await answer(table(heads, rows), { exceptions })
    })

  group
    .command('decide')
    .summary('Decides about a customer, once.')
    .argument('<ORDER>', 'as exceptions list names it')
    .addOption(
      new Option('--decision <WHICH>', 'the decision').choices(exceptionDecisions).makeOptionMandatory(),
    )
    .addHelpText('after', examples('01980f6e-2f5c-7a1e-9d3b-5f2f6c1f0a11 --decision other_way_accepted'))
    .action(async (order, { decision }) => {
      await perform(decideException, { order, decision })
      await answer(`Decided: ${decision}.`, { order, decision })
    })
}
