import { join } from 'node:path'

import { freePort } from '@ekyc/contract/testing/free-port'

import { databaseOn, joinNodes, onEachNode, spreadTables } from '../../server/src/testing/test-nodes.ts'
import { loadOrders } from '../growth/load-orders.ts'
import type { Bench } from '../measure/bench.ts'
import { startTunedPostgres } from '../measure/postgres.ts'
import { startMeasuredProduct, type MeasuredProduct } from '../measure/product.ts'
import { query, startMeasuredCluster } from './nodes.ts'

/** A server with its database, whose processes are `pids`. */
export type Target = {
  name: string
  size: number
  isCluster: boolean
  url: string
  pids: number[]
  product: MeasuredProduct
  devicePort: number
}

const shards = 32
/** Both engines get the same settings. Work of their own would count as that of the calls. */
const settings = {
  autovacuum: 'off',
  shared_buffers: '512MB',
  work_mem: '16MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  random_page_cost: '1.1',
  wal_compression: 'on',
}

/** Starts one PostgreSQL with `many` orders, and a cluster with a database of `many` orders and another of `few`. */
export async function startTargets(
  bench: Bench,
  tool: string,
  { few, many }: { few: number; many: number },
): Promise<{ targets: Target[]; versions: Record<string, string> }> {
  const single = bench.stopAtEnd(
    await startTunedPostgres({ folder: join(bench.folder, 'postgres'), settings }),
  )
  const cluster = bench.stopAtEnd(await startMeasuredCluster(tool, bench.folder, settings))
  const targets: Target[] = []

  await query(single.url, `create database orders_${many}`)
  await add({ name: 'one PostgreSQL', size: many, isCluster: false, on: single.url, pids: [single.pid] })
  for (const size of [many, few]) {
    await onEachNode(cluster.nodes, `create database orders_${size}`)
    await joinNodes(cluster.nodes, `orders_${size}`)
    const on = cluster.nodes[0] ?? ''
    await add({ name: `cluster of ${size}`, size, isCluster: true, on, pids: cluster.pids })
  }
  return { targets, versions: { postgres: single.version, citus: cluster.version } }

  /** Loads the orders before the tables are spread, as a bank does that moves. */
  async function add({ on, ...target }: Omit<Target, 'url' | 'product' | 'devicePort'> & { on: string }) {
    const url = databaseOn(on, `orders_${target.size}`)
    const folder = join(bench.folder, `product-${targets.length}`)
    const devicePort = await freePort()
    await (await startMeasuredProduct({ folder, databaseUrl: url })).stop()
    await loadOrders({ url, orders: target.size })
    const began = performance.now()
    if (target.isCluster) await spreadTables(url, shards)
    const tookS = Math.round((performance.now() - began) / 1_000)
    console.log(
      `${target.name}: loaded ${target.size} orders${target.isCluster ? `, spread in ${tookS} s` : ''}`,
    )
    await query(url, 'vacuum (analyze)', 'checkpoint')
    const product = bench.stopAtEnd(await startMeasuredProduct({ folder, databaseUrl: url, devicePort }))
    targets.push({ ...target, url, product, devicePort })
  }
}
