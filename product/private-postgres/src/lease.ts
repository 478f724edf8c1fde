import { Client } from 'pg'

import { errorCode } from './error-code.ts'
import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'

/** A connection that holds a shared advisory lock. PostgreSQL gives the lock back when the process dies. */
export type Lease = {
  /** Resolves when the connection is lost or given back. */
  ended: Promise<void>
  /** Resolves when PostgreSQL has the lock back. */
  end(): Promise<void>
}

/** PostgreSQL keeps two-part keys apart from one-part keys, which the users of the server may lock. */
const lockKey = '1162561872, 1'

const limitMs = 5_000

/**
 * Takes a lease on the server at `url`; undefined while the server cannot give one. SCRAM authenticates both sides:
 * a foreign server that took over the port does not know the password either.
 */
export async function takeLease(url: string): Promise<Lease | undefined> {
  const client = createClient(url)
  const ended = new Promise<void>(resolve => client.once('end', () => resolve()))
  const end = () => client.end().catch(() => {})
  try {
    await client.connect()
    if (await isLocked(client, 'pg_try_advisory_lock_shared')) return { ended, end }
  } catch (error) {
    if (errorCode(error) === '28P01')
      throw new PrivatePostgresUnavailable('the password beside its data does not fit the data')
  }
  await end()
  return undefined
}

/**
 * Refuses new leases on the server at `url` until it ends, unless somebody holds one.
 * @returns false if somebody holds a lease
 */
export async function refuseLeases(url: string): Promise<boolean> {
  const client = createClient(url)
  try {
    await client.connect()
    if (await isLocked(client, 'pg_try_advisory_lock')) return true
    await client.end()
    return false
  } catch (error) {
    // A server with all its connections taken is in use. Any other server without an answer serves nobody.
    return errorCode(error) !== '53300'
  }
}

function createClient(url: string): Client {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  })
  client.on('error', () => {}) // 'end' follows
  return client
}

async function isLocked(client: Client, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select ${lock}(${lockKey}) as locked`)
  return rows[0]?.locked === true
}
