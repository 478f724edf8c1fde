import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { indiaMonth } from '@ekyc/contract/india-time'

import { countAgents } from '../database/agents.ts'
import { countByMonth } from '../database/daily-counts.ts'
import { countOpenOrders } from '../database/orders.ts'
import { countMessages } from '../database/outbox.ts'
import type { Runner } from '../database/runner.ts'
import { countSessions } from '../database/sessions.ts'
import { countUpTo, examples } from './command-line.ts'
import type { Operator } from './operator.ts'
import { sheet, table } from './table.ts'

export function addStatsCommand(program: CommandUnknownOpts, { audited, answer }: Operator): void {
  program
    .command('stats')
    .helpGroup('Statistics:')
    .summary('Counts agents, sessions, orders and messages.')
    .option('--months <N>', 'so many months, this one included', countUpTo(120), 3)
    .addHelpText('after', examples('', '--months 12 --json'))
    .action(async ({ months }) => {
      const stats = await audited('statistics.show', async ({ db, at, row }) => {
        row.subject = `${months} months`
        return count(db, at, months)
      })
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
      ])
      const rows = stats.months.map(one => [one.month, one.kycSuccess, one.kycFailure, one.login])
      const byMonth = table(['Month', 'KYC success', 'KYC failure', 'Log-ins'], rows)
      await answer(`${now}\n\n${byMonth}`, stats)
    })
}

async function count(db: Runner, at: Date, months: number) {
  const [agents, sessions, orders, outbox, byMonth] = await Promise.all([
    countAgents.one(db, { at }),
    countSessions.one(db, { agentId: undefined, at }),
    countOpenOrders.one(db, { at }),
    countMessages.one(db),
    countByMonth(db, { from: firstDay(at, months) }),
  ])
  const { noPassword, resetDemanded, ...others } = agents
  return {
    agents: { ...others, 'no-password': noPassword, 'reset-demanded': resetDemanded },
    liveSessions: sessions.live,
    openOrders: orders.open,
    outbox,
    months: byMonth,
  }
}

/** Returns the first day of a period of so many months that ends with the current month. */
function firstDay(at: Date, months: number): string {
  const [year = 0, month = 0] = indiaMonth(at).split('-').map(Number)
  return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10)
}
