import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { alertStates } from '@ekyc/contract/console/fraud-rules'

import { closeAlert, listAlerts } from '../../acts/fraud/alerts.ts'
import { about, addGroup, countUpTo, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { table } from '../table.ts'

export function addAlertCommands(program: CommandUnknownOpts, operator: Operator): void {
  const { perform, answer } = operator
  const group = addGroup(program, 'alerts', 'What the rules against fraud have found')

  group
    .command('list')
    .summary('Lists open alerts, the newest first.')
    .option('--agent <MOBILE>', 'only those about this agent')
    .option('--all', 'the closed ones too', false)
    .option('--limit <N>', about.limit, countUpTo(1_000), 100)
    .addHelpText('after', examples('', '--agent 9876543210 --all --json'))
    .action(async ({ agent, all, limit }) => {
      const states = all ? [...alertStates] : (['new', 'taken'] as const)
      const alerts = await perform(listAlerts, { agent, states: [...states], limit })
      const rows = alerts.map(one => [
        one.number,
        one.rule,
        one.agentId,
        Object.entries(one.facts)
          .map(([name, count]) => `${name} ${count}`)
          .join(', '),
        one.lastOn,
        one.stops ? 'stopped' : 'rings',
        stateOf(one),
      ])
      await answer(table(['Number', 'Rule', 'Agent', 'Facts', 'Last', 'Does', 'State'], rows), { alerts })
    })

  group
    .command('close')
    .summary('Closes an alert; an agent whom it has stopped works again.')
    .argument('<NUMBER>', 'as alerts list numbers it', countUpTo(999_999_999))
    .requiredOption('--why <TEXT>', 'what the bank has found (required)')
    .addHelpText('after', examples('12 --why "Camp of the branch, seen by the supervisor"'))
    .action(async (number, { why }) => {
      const closed = await perform(closeAlert, { number, why })
      await answer(`Alert ${number} (${closed.rule}) is closed.`, closed)
    })
}

type Listed = Awaited<ReturnType<typeof listAlerts.run>>[number]

function stateOf({ state, takenBy, closedBy, why }: Listed): string {
  if (state === 'closed') return `closed by ${closedBy}: ${why}`
  return state === 'taken' ? `taken by ${takenBy}` : 'open'
}
