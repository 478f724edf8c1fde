import { showStatistics } from '../../acts/kyc/statistics.ts'
import { defineCommand, type Command } from '../define-command.ts'
import { fieldList, tableOfRows } from '../text-table.ts'

export const statisticsCommand: Command = defineCommand({
  name: 'stats',
  summary: 'Counts agents, sessions, orders and messages.',
  options: { months: ['--months <N>', 'so many months, this one included', { usual: 3 }] },
  examples: ['', '--months 12 --json'],
  act: showStatistics,
  answer(stats) {
    const now = fieldList([
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
    const byMonth = tableOfRows(stats.months, {
      Month: one => one.month,
      'KYC success': one => one.kycSuccess,
      'KYC failure': one => one.kycFailure,
      'Log-ins': one => one.login,
    })
    return { text: `${now}\n\n${byMonth}`, data: stats }
  },
})
