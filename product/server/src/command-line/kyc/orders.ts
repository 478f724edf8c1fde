import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { shownStatuses } from '@ekyc/contract/console/order-verdicts'

import { findOrders, listOrders } from '../../acts/kyc/orders.ts'
import { about, addGroup, countUpTo, dayAfter, examples, indiaDay, refuseReversed } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { table, type Cell } from '../table.ts'

const heads = ['Opened', 'Reference', 'Status', 'Message', 'Transaction', 'Order']

export function addOrderCommands(program: CommandUnknownOpts, { perform, answer }: Operator): void {
  const group = addGroup(program, 'orders', 'Orders')

  group
    .command('list')
    .summary('Lists the orders of an agent, whatever became of them, the newest first.')
    .argument('<MOBILE>', about.mobile)
    .addOption(new Option('--status <WHICH>', 'only these').choices(shownStatuses))
    .option('--from <DAY>', 'opened on this India day or later', indiaDay)
    .option('--to <DAY>', 'opened on this India day or before', indiaDay)
    .option('--limit <N>', about.limit, countUpTo(10_000), 50)
    .addHelpText(
      'after',
      examples('9876543210', '9876543210 --status KYC_FAILURE --from 2027-03-01 --to 2027-03-31'),
    )
    .action(async (mobile, { status, from, to, limit }) => {
      refuseReversed({ from, to }, 'orders list')
      const before = to && dayAfter(to).toISOString()
      const orders = await perform(listOrders, {
        agent: mobile,
        status,
        from: from?.toISOString(),
        before,
        limit,
      })
      await answer(table(heads, orders.map(cells)), { orders })
    })

  group
    .command('find')
    .summary('Finds orders of all agents by reference, order id or transaction id, the newest first.')
    .description(
      'The text must be the whole of one of the three. Every order is looked at: among millions it takes seconds.',
    )
    .argument('<TEXT>', 'a reference, an order id or a transaction id')
    .option('--limit <N>', about.limit, countUpTo(10_000), 50)
    .addHelpText('after', examples('DBS10001', 'UKC:0b1e5c8e6f1d4a0f9a6f3a5f2f1c7d10 --json'))
    .action(async (text, { limit }) => {
      const orders = await perform(findOrders, { text, limit })
      const rows = orders.map(one => [one.mobile, ...cells(one)])
      await answer(table(['Agent', ...heads], rows), { orders })
    })
}

function cells(order: Awaited<ReturnType<typeof listOrders.run>>[number]): Cell[] {
  const { createdOn, reference, status, message, transactionId, id } = order
  return [createdOn, reference, status, message, transactionId, id]
}
