import { join } from 'node:path'

import { freePort } from '@ekyc/contract/testing/free-port'

import {
  databaseOn,
  joinNodes,
  onEachNode,
  spreadTables,
} from '../../../product/server/src/testing/test-nodes.ts'
import { addMonthsOfLoad, emptyForLoad, loadOrders } from '../growth/load-orders.ts'
import type { Bench } from '../measure/bench.ts'
import { startTunedPostgres } from '../measure/postgres.ts'
import { startMeasuredProduct, type MeasuredProduct } from '../measure/product.ts'
import { loadShards } from './load-shards.ts'
import { query, startMeasuredCluster } from './nodes.ts'

/** `pids` are the ids of the database's main processes, one for each node. */
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
/** The most orders of the single PostgreSQL. More orders do not raise a call's cost, but take time and disk to load. */
const mostOfSingle = 1_000_000
/** The settings of PostgreSQL and cluster. They turn off background work, which would distort the cost of a call. */
const settings = {
  autovacuum: 'off',
  shared_buffers: '512MB',
  work_mem: '16MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  random_page_cost: '1.1',
  wal_compression: 'on',
}

/**
 * Starts one PostgreSQL with `many` orders (at most a million), and a cluster with a database of `many` orders and a
 * database of `few` orders. Each database has its own server.
 */
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

  const ofSingle = Math.min(many, mostOfSingle)
  await query(single.url, `create database orders_${ofSingle}`)
  const name = `one PostgreSQL of ${ofSingle}`
  await add({ name, size: ofSingle, isCluster: false, on: single.url, pids: [single.pid] })
  for (const size of [few, many]) {
    await onEachNode(cluster.nodes, `create database orders_${size}`)
    await joinNodes(cluster.nodes, `orders_${size}`)
    const on = cluster.nodes[0] ?? ''
    await add({ name: `cluster of ${size}`, size, isCluster: true, on, pids: cluster.pids })
  }
  return { targets, versions: { postgres: single.version, citus: cluster.version } }

  /** Distributes the tables while they are empty, which saves a move of rows. */
  async function add({ on, ...target }: Omit<Target, 'url' | 'product' | 'devicePort'> & { on: string }) {
    const url = databaseOn(on, `orders_${target.size}`)
    const folder = join(bench.folder, `product-${targets.length}`)
    const devicePort = await freePort()
    await (await startMeasuredProduct({ folder, databaseUrl: url })).stop()
    const began = performance.now()
    const tell = (what: string) =>
      console.log(`${target.name}: ${what} after ${Math.round((performance.now() - began) / 1_000)} s`)
    if (target.isCluster) {
      await query(url, emptyForLoad, addMonthsOfLoad)
      await spreadTables(url, shards)
      tell('spread')
      const nodes = cluster.nodes.map(node => databaseOn(node, `orders_${target.size}`))
      await loadShards({ nodes, orders: target.size }, tell)
    } else await loadOrders({ url, orders: target.size })
    tell('loaded')
    const product = bench.stopAtEnd(await startMeasuredProduct({ folder, databaseUrl: url, devicePort }))
    targets.push({ ...target, url, product, devicePort })
  }
}
