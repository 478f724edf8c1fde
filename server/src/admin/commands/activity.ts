import { command, type Command } from '../command.ts'
import { sheet, table } from '../table.ts'
import { mobile } from './arguments.ts'

const dayMs = 24 * 3_600_000

export const activityCommands: Command[] = [
  command({
    name: 'orders list',
    summary: 'Lists the orders of an agent, whatever became of them, the newest first.',
    arguments: [mobile],
    options: {
      status: {
        kind: 'choice',
        choices: ['INIT', 'SUBMITTING', 'EXPIRED', 'KYC_SUCCESS', 'KYC_FAILURE'],
        about: 'only these',
      },
      from: { kind: 'day', about: 'opened on this India day or later' },
      to: { kind: 'day', about: 'opened on this India day or before' },
      limit: { kind: 'count', fallback: 50, most: 10_000, about: 'at most so many' },
    },
    examples: ['9876543210', '9876543210 --status KYC_FAILURE --from 2027-03-01 --to 2027-03-31'],
    async run({ arguments: { MOBILE }, options: { status, from, to, limit } }, tools) {
      const { activity } = await tools.administration()
      const before = to && new Date(to.getTime() + dayMs)
      const orders = await activity.ordersOf(MOBILE, { status, from, before, limit })
      const rows = orders.map(one => [
        one.createdOn,
        one.reference,
        one.status,
        one.message,
        one.transactionId,
        one.id,
      ])
      return {
        text: table(['Opened', 'Reference', 'Status', 'Message', 'Transaction', 'Order'], rows),
        data: { orders },
      }
    },
  }),

  command({
    name: 'stats',
    summary: 'Counts agents, sessions, orders and messages.',
    options: {
      months: { kind: 'count', fallback: 3, most: 120, about: 'so many months, this one included' },
    },
    examples: ['', '--months 12 --json'],
    async run({ options: { months } }, tools) {
      const { activity } = await tools.administration()
      const figures = await activity.figures(months)
      const now = sheet([
        ['Agents', figures.agents.total],
        ['  enabled', figures.agents.enabled],
        ['  disabled', figures.agents.disabled],
        ['  locked', figures.agents.locked],
        ['  without a password', figures.agents['no-password']],
        ['  reset demanded', figures.agents['reset-demanded']],
        ['Live sessions', figures.liveSessions],
        ['Open orders', figures.openOrders],
        ['Messages waiting', figures.outbox.waiting],
        ['  the oldest since', figures.outbox.oldestWaitingOn],
        ['Dead letters', figures.outbox.dead],
      ])
      const rows = figures.months.map(one => [one.month, one.kycSuccess, one.kycFailure, one.login])
      const byMonth = table(['Month', 'KYC success', 'KYC failure', 'Log-ins'], rows)
      return { text: `${now}\n\n${byMonth}`, data: figures }
    },
  }),
]
