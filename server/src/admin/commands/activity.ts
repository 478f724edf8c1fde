import type { ListedOrder } from '../../domain/administration-stores.ts'
import { command, type Command } from '../command.ts'
import { sheet, table } from '../table.ts'
import { mobile } from './arguments.ts'

const dayMs = 24 * 3_600_000
const atMost = { kind: 'count', fallback: 50, most: 10_000, about: 'at most so many' } as const

const heads = ['Opened', 'Reference', 'Status', 'Message', 'Transaction', 'Order']
const cells = (one: ListedOrder) => [
  one.createdOn,
  one.reference,
  one.status,
  one.message,
  one.transactionId,
  one.id,
]

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
      limit: atMost,
    },
    examples: ['9876543210', '9876543210 --status KYC_FAILURE --from 2027-03-01 --to 2027-03-31'],
    async run({ arguments: { MOBILE }, options: { status, from, to, limit } }, tools) {
      const { activity } = await tools.administration()
      const before = to && new Date(to.getTime() + dayMs)
      const orders = await activity.ordersOf(MOBILE, { status, from, before, limit })
      return { text: table(heads, orders.map(cells)), data: { orders } }
    },
  }),

  command({
    name: 'orders find',
    summary: 'Finds orders of all agents by reference, order id or transaction id, the newest first.',
    details:
      'The text must be the whole of one of the three. Every order is looked at: among millions it takes seconds.',
    arguments: [{ name: 'TEXT', about: 'a reference, an order id or a transaction id' }],
    options: { limit: atMost },
    examples: ['DBS10001', 'UKC:0b1e5c8e6f1d4a0f9a6f3a5f2f1c7d10 --json'],
    async run({ arguments: { TEXT }, options: { limit: most } }, tools) {
      const { activity } = await tools.administration()
      const orders = await activity.ordersNamed(TEXT.trim(), most)
      const rows = orders.map(one => [one.mobile, ...cells(one)])
      return { text: table(['Agent', ...heads], rows), data: { orders } }
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
