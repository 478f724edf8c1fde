import { Client } from 'pg'

/** Calls `work` with a new connection, which is outside the pool and its limits. */
export async function onConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // The error is ignored, because the running query rejects as well.
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
