import { indiaMonth } from '@ekyc/contract/india-time'

import { done, onAgent, type Perform } from './administration.ts'
import type { Figures, FoundOrder, ListedOrder } from './administration-stores.ts'
import type { OrderRecord } from './stores.ts'

export type OrderFilter = {
  status: OrderRecord['status'] | undefined
  /** inclusive, by the order's creation */
  from: Date | undefined
  /** exclusive */
  before: Date | undefined
  limit: number
}

export type ActivityAdministration = {
  /** Orders of an agent whatever their status, newest first. */
  ordersOf(mobile: string, filter: OrderFilter): Promise<ListedOrder[]>
  /** Orders of all agents by reference, order id or transaction id, newest first. */
  ordersNamed(text: string, limit: number): Promise<FoundOrder[]>
  /** @param months the current India month is the first of them */
  figures(months: number): Promise<Figures>
}

export function createActivityAdministration(perform: Perform): ActivityAdministration {
  return {
    ordersOf: (mobile, filter) =>
      perform('order.list', stores =>
        onAgent(stores, mobile, async agent => done(await stores.orderList.ofAgent(agent.id, filter))),
      ),

    ordersNamed: (text, limit) =>
      perform('order.find', async stores => {
        const orders = await stores.orderList.named(text, limit)
        // What nobody has is not written down: it may be anything, an id number included.
        const subject = orders.length > 0 ? `${text}: ${orders.length} orders` : 'no order has it'
        return { subject, ...done(orders) }
      }),

    figures: months =>
      perform('statistics.show', async (stores, at) => ({
        subject: `${months} months`,
        ...done(await stores.figures.read(at, firstDay(at, months))),
      })),
  }
}

function firstDay(at: Date, months: number): string {
  const [year = 0, month = 0] = indiaMonth(at).split('-').map(Number)
  return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10)
}
