import { indiaDate } from '@ekyc/contract/india-time'
import { randomFrom } from '@ekyc/rd-simulator/fingers/seeded-random'

import { updateAgentStandings } from '../../../server/src/database/agents/agent-index.ts'
import { statement, t, type SqlRunner } from '../../../server/src/database/link/sql.ts'
import { dayMs, minuteMs } from '../../../server/src/domain/clocks.ts'
import { demoAgents } from './demo-agents.ts'
import { orderAt, ordersOfDay } from './demo-orders.ts'
import { insertDemoOrders, orderRow } from './insert-orders.ts'

/** The days before the first start that have orders, enough for figures of 30 days. */
const pastDays = 35

/** Adds the orders that the shops have had since the newest one, at the first start those of five weeks. */
export async function catchUp(db: SqlRunner, now: Date): Promise<void> {
  const { shops, newestOn, nextReference } = await standOf(db)
  const first = now.getTime() - pastDays * dayMs
  const since = Math.max(newestOn?.getTime() ?? 0, first)
  const rows: ReturnType<typeof orderRow>[] = []
  for (let day = since; indiaDate(new Date(day)) <= indiaDate(now); day += dayMs)
    for (const shop of shops)
      for (const order of ordersOfDay(indiaDate(new Date(day)), shop))
        if (order.createdOn.getTime() > since && order.completedOn <= now)
          rows.push(orderRow(shop, nextReference(), order))
  if (rows.length > 0) await insertDemoOrders(db, rows)
  await updateAgentStandings(db, now, true)
}

export async function addOrder(db: SqlRunner, now: Date): Promise<void> {
  const { shops, nextReference } = await standOf(db)
  const random = randomFrom(now.getTime())
  const shop = shops[Math.floor(random() * shops.length)]
  if (!shop) return
  const order = orderAt(new Date(now.getTime() - 3 * minuteMs), shop.failing, random)
  await insertDemoOrders(db, [orderRow(shop, nextReference(), order)])
}

/** Tells which shops work: agents who are disabled or erased have no orders any more. */
async function standOf(db: SqlRunner) {
  const ids = demoAgents.filter(({ ordersADay }) => ordersADay > 0).map(({ id }) => id)
  const enabled = new Set((await listEnabled(db, { ids })).map(({ id }) => id))
  const { newestOn, orders } = await findNewest.one(db, { ids })
  let last = orders
  return {
    shops: demoAgents.filter(({ id }) => enabled.has(id)),
    newestOn,
    /** The sandbox's bank does not know these references, so that no visitor meets one. */
    nextReference: () => `DBS${60_000 + (last++ % 40_000)}`,
  }
}

const listEnabled = statement('demo.listEnabled', { id: t.uuid })`
  select id from agents where id = any(${t.uuids('ids')}) and disabled_on is null and erased_on is null`

const findNewest = statement('demo.findNewest', {
  newestOn: t.nullable(t.moment),
  orders: t.neverNull(t.bigint),
})`
  select max(created_on) as newest_on, count(*) as orders from orders where agent_id = any(${t.uuids('ids')})`
