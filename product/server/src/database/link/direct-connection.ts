import { Client, type ClientBase, type ClientConfig } from 'pg'

import { urlsOfHosts } from './database-url.ts'

/** Calls `work` with a new connection, which is outside the pool and its limits. */
export async function withConnection<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  limits: Pick<ClientConfig, 'query_timeout' | 'connectionTimeoutMillis'> = {},
): Promise<T> {
  const client = await connectTo(url, { connectionTimeoutMillis: 5_000, ...limits })
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function connectTo(url: string, options: ClientConfig): Promise<Client> {
  const hosts = urlsOfHosts(url)
  let failure: unknown
  for (const connectionString of hosts) {
    const client = new Client({ ...options, connectionString })
    client.on('error', () => {}) // The error is ignored, because the running query rejects as well.
    try {
      await client.connect()
      if (hosts.length > 1) await refuseReadOnlyServer(client)
      return client
    } catch (error) {
      failure = error
      await client.end().catch(() => {})
    }
  }
  throw failure
}

/** @throws Error if the server takes no writes, as a standby does */
export async function refuseReadOnlyServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'off') throw new Error('the host takes no writes')
}

/** Lets PostgreSQL plan each prepared statement once. Citus refuses such a plan for a statement of several shards. */
export async function planOnce(client: ClientBase): Promise<void> {
  await client.query(
    `select set_config('plan_cache_mode', 'force_generic_plan', false)
     where not exists (select from pg_extension where extname = 'citus')`,
  )
}
