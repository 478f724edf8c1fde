import { setTimeout as sleep } from 'node:timers/promises'

import { type Client, DatabaseError } from 'pg'

import {
  distributeTables,
  readDistribution,
  misplacedTables,
} from '../src/database/schema/distribute-tables.ts'
import { withConnection } from '../src/database/link/direct-connection.ts'

/** A busy machine may need long to open a connection. */
const patient = { connectionTimeoutMillis: 60_000 }

/**
 * Returns the addresses of the PostgreSQL servers that hold a test's database. The first address is `url`. If `url`
 * names a Citus coordinator, the addresses of the cluster's workers follow.
 */
export async function findNodes(url: string): Promise<string[]> {
  return withConnection(url, async client => {
    const { rows } = await client.query(`select from pg_extension where extname = 'citus'`)
    if (rows.length === 0) return [url]
    const { rows: workers } = await client.query<{ nodename: string; nodeport: number }>(
      'select nodename, nodeport from pg_dist_node where shouldhaveshards order by nodeid',
    )
    const urlOf = ({ nodename, nodeport }: (typeof workers)[number]) =>
      Object.assign(new URL(url), { hostname: nodename, port: String(nodeport) }).href
    return [url, ...workers.map(urlOf)]
  })
}

export function databaseOn(node: string, name: string): string {
  return Object.assign(new URL(node), { pathname: `/${name}` }).href
}

/** Runs a statement on each node. Retries while another session, such as a migration or a vacuum, uses the database. */
export async function onEachNode(nodes: readonly string[], statement: string): Promise<void> {
  for (const node of nodes) await withConnection(node, client => untilUnused(client, statement), patient)
}

async function untilUnused(client: Client, statement: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await client.query(statement)
      return
    } catch (error) {
      const inUse = error instanceof DatabaseError && error.code === '55006'
      if (!inUse || tries === 400) throw error
      await sleep(50)
    }
}

/** Makes one Citus cluster of the databases that have this name on the nodes. */
export async function joinNodes(nodes: readonly string[], name: string): Promise<void> {
  const [coordinator = '', ...workers] = nodes.map(node => databaseOn(node, name))
  await onEachNode([coordinator, ...workers], 'create extension citus')
  await withConnection(coordinator, async client => {
    const place = (url: string) => [new URL(url).hostname, Number(new URL(url).port)]
    await client.query('select citus_set_coordinator_host($1, $2)', place(coordinator))
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', place(worker))
  })
}

/** Distributes the tables of a migrated database over its cluster, as `database distribute` does. */
export async function spreadTables(url: string, shards: number): Promise<void> {
  await distributeTables(url, misplacedTables(await readDistribution(url)), { shards, onTable: () => {} })
}

/**
 * Closes a database to all sessions, so that it can be copied. Otherwise the maintenance process of Citus stays
 * connected to the database.
 */
export async function closeToAll(nodes: readonly string[], name: string): Promise<void> {
  await onEachNode(nodes, `alter database ${name} allow_connections false`)
  await onEachNode(
    nodes,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
  )
}
