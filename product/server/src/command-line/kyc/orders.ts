import { findOrders, listOrders } from '../../acts/kyc/find-orders.ts'
import { dayAfter, parseIndiaDay, refuseReversedDays } from '../program.ts'
import { defineCommand, limitOption, agentArgument, type Command } from '../define-command.ts'
import type { TableColumns } from '../text-table.ts'

type ListedOrder = Awaited<ReturnType<typeof listOrders.run>>[number]

const orderColumns: TableColumns<ListedOrder> = {
  Opened: one => one.createdOn,
  Reference: one => one.reference,
  Status: one => one.status,
  Message: one => one.message,
  Transaction: one => one.transactionId,
  Order: one => one.id,
}

export const orderCommands: Command[] = [
  defineCommand({
    name: 'orders list',
    summary: 'Lists the orders of an agent, whatever became of them, the newest first.',
    args: agentArgument,
    options: {
      status: ['--status <WHICH>', 'only these'],
      from: ['--from <DAY>', 'opened on this India day or later', { read: parseIndiaDay }],
      to: ['--to <DAY>', 'opened on this India day or before', { read: parseIndiaDay }],
      limit: limitOption(50),
    },
    examples: ['9876543210', '9876543210 --status KYC_FAILURE --from 2027-03-01 --to 2027-03-31'],
    act: listOrders,
    input({ from, to, ...told }: { from?: Date; to?: Date }) {
      refuseReversedDays({ from, to }, 'orders list')
      return { ...told, from: from?.toISOString(), before: to && dayAfter(to).toISOString() }
    },
    list: 'orders',
    columns: orderColumns,
  }),
  defineCommand({
    name: 'orders find',
    summary: 'Finds orders of all agents by reference, order id or transaction id, the newest first.',
    description:
      'The text must be the whole of one of the three. Every order is looked at: among millions it takes seconds.',
    args: { text: ['<TEXT>', 'a reference, an order id or a transaction id'] },
    options: { limit: limitOption(50) },
    examples: ['DBS10001', 'UKC:0b1e5c8e6f1d4a0f9a6f3a5f2f1c7d10 --json'],
    act: findOrders,
    list: 'orders',
    columns: { Agent: one => one.mobile, ...orderColumns },
  }),
]
