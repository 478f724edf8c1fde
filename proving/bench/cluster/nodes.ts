import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '@ekyc/contract/testing/free-port'
import { Client } from 'pg'

import { findNodes } from '../../../product/server/src/testing/test-nodes.ts'

const names = ['coordinator', 'worker1', 'worker2']

export type MeasuredCluster = {
  /** The database URLs of the coordinator, which comes first, and of the workers. */
  nodes: string[]
  pids: number[]
  version: string
  stop(): void
}

/** Starts a Citus cluster with the external program `tool`. Each node gets the PostgreSQL settings in `settings`. */
export async function startMeasuredCluster(
  tool: string,
  parent: string,
  settings: Record<string, string>,
): Promise<MeasuredCluster> {
  const folder = join(parent, 'cluster')
  mkdirSync(folder, { mode: 0o755 })
  chmodSync(folder, 0o755)
  const port = await freePort()
  const printed = execFileSync(tool, ['up', folder, String(port)], { encoding: 'utf8' })
  const stop = () => void execFileSync(tool, ['down', folder])
  try {
    const url = /^DATABASE_URL=(.+)$/m.exec(printed)?.[1] ?? ''
    const nodes = await findNodes(url)
    for (const [index, node] of nodes.entries()) {
      const all = { ...settings, 'citus.enable_stat_counters': 'on' }
      await query(node, ...Object.entries(all).map(([key, value]) => `alter system set ${key} = '${value}'`))
      const name = names[index] ?? ''
      execFileSync(tool, ['kill', folder, name])
      execFileSync(tool, ['start', folder, name])
    }
    const pids = names.map(name =>
      Number(readFileSync(join(folder, name, 'postmaster.pid'), 'utf8').split('\n')[0]),
    )
    const [row] = await query<{ version: string }>(
      url,
      `select extversion as version from pg_extension where extname = 'citus'`,
    )
    return { nodes, pids, version: row?.version ?? 'unknown', stop }
  } catch (error) {
    stop()
    throw error
  }
}

export async function query<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client(url)
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
