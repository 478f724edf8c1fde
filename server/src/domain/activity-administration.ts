import { indiaMonth } from '@ekyc/contract/india-time'

import { done, onAgent, type Perform } from './administration.ts'
import type { Figures, ListedOrder } from './administration-stores.ts'
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
  /** @param months the current India month is the first of them */
  figures(months: number): Promise<Figures>
}

export function createActivityAdministration(perform: Perform): ActivityAdministration {
  return {
    ordersOf: (mobile, filter) =>
      perform('order.list', stores =>
        onAgent(stores, mobile, async agent => done(await stores.orderList.ofAgent(agent.id, filter))),
      ),

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
