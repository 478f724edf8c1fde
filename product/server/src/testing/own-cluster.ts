import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'
import type { OwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'

import { migrate } from '../database/migrate.ts'
import { onConnection } from '../database/on-connection.ts'
import { spreadTables } from './test-nodes.ts'

const run = promisify(execFile)

const shards = 8
export const clusterNodes = ['coordinator', 'worker1', 'worker2'] as const
export type ClusterNode = (typeof clusterNodes)[number]

export type OwnCluster = OwnPostgres & {
  killNode(node: ClusterNode): Promise<void>
  startNode(node: ClusterNode): Promise<void>
  /** Returns the address under which Citus has registered the node. */
  addressOf(worker: ClusterNode): { host: string; port: number }
}

/**
 * Starts a Citus cluster for one test with the external program CITUS_TOOL, and distributes the tables over its
 * workers. Each call of `kill` or `down` kills the next of `clusterNodes`.
 * @param options.without a worker that is not yet part of the cluster
 */
export async function startOwnCluster(
  tool: string,
  options: { without?: ClusterNode } = {},
): Promise<OwnCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-own-cluster-'))
  chmodSync(folder, 0o755) // PostgreSQL runs under another account, which must read the folder.
  const cluster = join(folder, 'nodes')
  const firstPort = await freePort()
  const { stdout } = await run(tool, ['up', cluster, String(firstPort)])
  const url = /^DATABASE_URL=(.+)$/m.exec(stdout)?.[1]
  if (url === undefined) throw new Error(`${tool} printed no DATABASE_URL`)
  const addressOf = (node: ClusterNode) => ({
    host: '127.0.0.1',
    port: firstPort + clusterNodes.indexOf(node),
  })
  const away = new Set<ClusterNode>()
  let kills = 0

  for (const node of clusterNodes) await prepare(node)
  if (options.without) {
    const { host, port } = addressOf(options.without)
    await onConnection(url, client => client.query('select citus_remove_node($1, $2)', [host, port]))
  }
  await migrate(url)
  await spreadTables(url, shards)

  return {
    url,
    killNode,
    startNode,
    addressOf,
    kill: killNext,
    down: killNext,
    async up() {
      for (const node of away) await startNode(node)
    },
    async close() {
      await run(tool, ['down', cluster])
      rmSync(folder, { recursive: true, force: true })
    },
  }

  /** Turns on logical replication, which Citus needs to move a shard during writes. Restarts the node. */
  async function prepare(node: ClusterNode): Promise<void> {
    const { host, port } = addressOf(node)
    const at = Object.assign(new URL(url ?? ''), { hostname: host, port: String(port) }).href
    await onConnection(at, async client => {
      await client.query('alter system set wal_level = logical')
      // By default, the rows of a transaction that a kill has interrupted stay locked for a minute.
      await client.query(`alter system set citus.recover_2pc_interval = '5s'`)
    })
    await killNode(node)
    await startNode(node)
  }

  async function killNext(): Promise<void> {
    const node = clusterNodes[kills % clusterNodes.length]
    kills += 1
    if (node) await killNode(node)
  }

  async function killNode(node: ClusterNode): Promise<void> {
    away.add(node)
    await run(tool, ['kill', cluster, node])
  }

  async function startNode(node: ClusterNode): Promise<void> {
    await run(tool, ['start', cluster, node])
    away.delete(node)
  }
}
