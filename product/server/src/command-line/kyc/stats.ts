import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { showStatistics } from '../../acts/kyc/statistics.ts'
import { countUpTo, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { sheet, table } from '../table.ts'

export function addStatsCommand(program: CommandUnknownOpts, { perform, answer }: Operator): void {
  program
    .command('stats')
    .helpGroup('Statistics:')
    .summary('Counts agents, sessions, orders and messages.')
    .option('--months <N>', 'so many months, this one included', countUpTo(120), 3)
    .addHelpText('after', examples('', '--months 12 --json'))
    .action(async ({ months }) => {
      const stats = await perform(showStatistics, { months })
      const now = sheet([
        ['Agents', stats.agents.total],
        ['  enabled', stats.agents.enabled],
        ['  disabled', stats.agents.disabled],
        ['  locked', stats.agents.locked],
        ['  without a password', stats.agents['no-password']],
        ['  reset demanded', stats.agents['reset-demanded']],
        ['Live sessions', stats.liveSessions],
        ['Open orders', stats.openOrders],
        ['Messages waiting', stats.outbox.waiting],
        ['  the oldest since', stats.outbox.oldestWaitingOn],
        ['Dead letters', stats.outbox.dead],
        ['No readable finger, in 30 days', stats.exceptions.reduce((sum, { opened }) => sum + opened, 0)],
        ...stats.exceptions.map(({ reason, opened, waiting, overdue }): [string, string] => [
          `  ${reason}`,
          `${opened}, waiting ${waiting}, overdue ${overdue}`,
        ]),
      ])
      const rows = stats.months.map(one => [one.month, one.kycSuccess, one.kycFailure, one.login])
      const byMonth = table(['Month', 'KYC success', 'KYC failure', 'Log-ins'], rows)
      await answer(`${now}\n\n${byMonth}`, stats)
    })
}
