import { Client } from 'pg'

import { onEachNode } from '../../../product/server/src/testing/test-nodes.ts'
import {
  chunk,
  insertAgentsOf,
  insertDailyCounts,
  insertOrders,
  insertReferences,
  plannedOrders,
  planLoad,
  type PlannedLoad,
} from '../growth/load-orders.ts'

/**
 * Fills the distributed tables with the orders that `loadOrders` makes. All workers write their own shards at the same
 * time, because a load through the coordinator takes several times as long.
 */
export async function loadShards(
  { nodes, orders }: { nodes: string[]; orders: number },
  onProgress: (what: string) => void,
): Promise<void> {
  const [coordinator = '', ...workers] = nodes
  const load = planLoad(orders)
  const client = await connect(coordinator)
  try {
    await client.query(insertAgentsOf(load))
    const { rows: shards } = await client.query<Shard>(listShards)
    await Promise.all(
      workers.map(worker => {
        const ownShards = shards.filter(({ port }) => port === Number(new URL(worker).port))
        return loadWorker(worker, ownShards, load, onProgress)
      }),
    )
    await client.query(insertDailyCounts.replace(/ order by .*$/, ''))
    onProgress('daily counts')
    await client.query('vacuum (analyze)') // Citus itself runs this command on all nodes.
    await onEachNode(nodes, 'checkpoint')
    onProgress('vacuum')
  } finally {
    await client.end()
  }
}

type Shard = { of: 'orders' | 'reference_records'; name: string; low: number; high: number; port: number }

const listShards = `
  select table_name::text as of, shard_name as name, shardminvalue::int as low, shardmaxvalue::int as high, nodeport as port
  from citus_shards join pg_dist_shard using (shardid) where table_name::text in ('orders', 'reference_records')`

async function loadWorker(
  url: string,
  shards: Shard[],
  load: PlannedLoad,
  onProgress: (what: string) => void,
) {
  const worker = await connect(url)
  try {
    await worker.query('set citus.enable_manual_changes_to_shards = on')
    await worker.query("set session_replication_role = 'replica'")
    await worker.query("set synchronous_commit = 'off'")
    for (let from = 0; from < load.orders; from += chunk) {
      const before = Math.min(from + chunk, load.orders)
      await worker.query(`create temp table planned as ${plannedOrders(load, { from, before })}`)
      await insertInto('orders', 'agent_id', insertOrders)
      await insertInto('reference_records', 'reference', insertReferences)
      await worker.query('drop table planned')
      onProgress(`${new URL(url).port}: ${before} orders`)
    }
  } finally {
    await worker.end()
  }

  async function insertInto(table: Shard['of'], key: string, insert: typeof insertOrders) {
    await worker.query(`create temp table hashed as select *, worker_hash(${key}) as hash from planned`)
    for (const { name, low, high } of shards.filter(({ of }) => of === table))
      await worker.query(insert(name, `(select * from hashed where hash between ${low} and ${high}) as own`))
    await worker.query('drop table hashed')
  }
}

async function connect(url: string) {
  const client = new Client(url)
  await client.connect()
  return client
}
