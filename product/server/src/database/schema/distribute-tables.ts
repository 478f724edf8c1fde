import type { Client } from 'pg'

import { changeTables } from './migrate.ts'
import { tablePlacements, isShardKey } from './table-placements.ts'
import { withConnection } from '../link/direct-connection.ts'

export type DatabaseDistribution = Awaited<ReturnType<typeof readDistribution>>
export type TableDistribution = DatabaseDistribution['tables'][number]

/**
 * Reads how the tables are spread: by a shard key, 'every-node' or 'one-node', as on plain PostgreSQL. Without the
 * extension Citus there are no nodes. `copied` are the distributed tables whose rows were copied to the nodes but not yet
 * erased from the coordinator's disk.
 */
export function readDistribution(url: string) {
  return withConnection(url, async client => {
    const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
    const isCluster = rowCount === 1
    const { rows: sizes } = await client.query<Spread>(listSizes)
    const { rows: spread } = isCluster ? await client.query<Spread>(listSpread) : { rows: [] }
    const tables = Object.entries(tablePlacements).map(([table, planned]) => {
      const found = [...spread, ...sizes].find(one => one.table === table)
      return { planned, ...(found ?? { table, is: 'one-node', shards: 1, bytes: 0 }) }
    })
    return {
      nodes: isCluster ? (await client.query<Node>(listNodes)).rows : undefined,
      tables,
      copied: isCluster ? await findCopied(client) : [],
    }
  })
}

/**
 * Distributes each table in its own transaction, and then erases the copied rows from the coordinator. After an
 * interruption the function can run again, even without tables if only copied rows are left. While the rows of a table
 * are copied, calls that write to the table wait, and calls on other tables continue.
 */
export async function distributeTables(
  url: string,
  tables: TableDistribution[],
  { shards, onTable }: { shards: number; onTable: (table: string) => void },
): Promise<void> {
  await withConnection(url, async client => {
    for (const { table, planned } of tables) {
      onTable(table)
      await changeTables(client, () =>
        isShardKey(planned)
          ? shard(client, table, planned, shards)
          : client.query('select create_reference_table($1::regclass)', [table]),
      )
      await client.query(`analyze ${table}`)
    }
    // No personal data remains on the coordinator's disk.
    for (const table of await findCopied(client))
      await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table])
  })
}

/** Rows with equal keys share a node. */
async function shard(client: Client, table: string, key: string, shards: number): Promise<void> {
  const { rows: spread } = await client.query<Spread>(listSpread)
  const first = spread.find(({ is }) => is === key)
  await client.query(
    'select create_distributed_table($1::regclass, $2, colocate_with => $3, shard_count => $4)',
    [table, key, first?.table ?? 'none', first ? null : shards],
  )
}

async function findCopied(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(listCopied)
  return rows.map(({ table }) => table).filter(table => table in tablePlacements)
}

type Node = { address: string; shards: number; bytes: number }
type Spread = { table: string; is: string; shards: number; bytes: number }

const listNodes = `
  select nodename || ':' || nodeport as address, count(shardid)::float8 as shards,
    coalesce(sum(shard_size), 0)::float8 as bytes
  from pg_dist_node left join citus_shards using (nodename, nodeport)
  where noderole = 'primary' and shouldhaveshards group by 1 order by 1`

/** The size of a partition counts towards the size of its table. */
const listSpread = `
  select coalesce(inhparent::regclass, table_name)::text as "table",
    min(case citus_table_type when 'reference' then 'every-node' when 'distributed' then distribution_column
      else 'one-node' end) as "is",
    min(shard_count)::float8 as shards, sum(pg_size_bytes(table_size))::float8 as bytes
  from citus_tables left join pg_inherits on inhrelid = table_name group by 1 order by 1`

const listSizes = `
  select relname as "table", 'one-node' as "is", 1 as shards,
    (pg_total_relation_size(oid) + coalesce((select sum(pg_total_relation_size(inhrelid))
      from pg_inherits where inhparent = oid), 0))::float8 as bytes from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`

const listCopied = `
  select distinct coalesce(inhparent::regclass, table_name)::text as "table"
  from citus_tables left join pg_inherits on inhrelid = table_name
  where citus_table_type in ('reference', 'distributed') and pg_relation_size(table_name) > 0 order by 1`
