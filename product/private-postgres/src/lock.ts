import { Client } from 'pg'

import { errorCode } from './error-code.ts'

/** The key of the advisory lock. A two-part key never collides with the one-part keys that the server's users lock. */
const key = '1162561872, 1'

const limits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 }

/**
 * Takes the advisory lock on the server at `url`. PostgreSQL releases the lock when the connection or its process ends.
 * SCRAM authenticates both sides, so a foreign server that took over the port fails: it does not know the password.
 * @returns the connection that holds the lock, or the reason for failure: 'held' by another process, the error's code,
 * or 'no answer' if the error has no code
 */
export async function takeLock(url: string, kind: 'lock' | 'lock_shared'): Promise<Client | string> {
  const client = new Client({ connectionString: url, ...limits })
  client.on('error', () => {}) // The event 'end' follows, so the error needs no other handler.
  try {
    await client.connect()
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_${kind}(${key}) "isOurs"`,
    )
    if (rows[0]?.isOurs) return client
    await client.end()
    return 'held'
  } catch (error) {
    void client.end().catch(() => {})
    return errorCode(error) ?? 'no answer'
  }
}
