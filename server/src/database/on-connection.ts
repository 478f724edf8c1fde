import { Client } from 'pg'

/** Work on a connection of its own, outside of the pool and its limits. */
export async function onConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // the loss of the connection is also told to who waits on it
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
