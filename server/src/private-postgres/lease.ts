import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { errorCode } from './error-code.ts'

/** A connection that holds a shared advisory lock. PostgreSQL gives the lock back when the process dies. */
export type Lease = {
  /** Resolves when the connection is lost or given back. */
  ended: Promise<void>
  end(): Promise<void>
}

/** PostgreSQL keeps two-part keys apart from one-part keys, which the calls use. */
const lockKey = '1162561872, 1'

const limitMs = 5_000
const retryMs = 20

/**
 * Takes a lease on the server at `url`; undefined while the server cannot give one. SCRAM authenticates both sides:
 * a foreign server that took over the port does not know the password either.
 */
export async function takeLease(url: string): Promise<Lease | 'wrong password' | undefined> {
  const socket = new Socket()
  const client = createClient(url, socket)
  const ended = new Promise<void>(resolve => client.once('end', () => resolve()))
  const end = async (): Promise<void> => {
    // Without a handle that counts, Node would exit in the middle of an `await` for the end, with code 13.
    socket.ref()
    await client.end().catch(() => {})
  }
  try {
    await client.connect()
    if (await isLocked(client, 'pg_try_advisory_lock_shared')) {
      socket.unref()
      return { ended, end }
    }
  } catch (error) {
    if (errorCode(error) === '28P01') return 'wrong password'
  }
  await end()
  return undefined
}

/**
 * Refuses new leases on the server at `url` until it ends, unless somebody holds one.
 * @param patienceMs time that PostgreSQL may take to notice that the holder of a lease was killed
 * @returns false if somebody holds a lease
 */
export async function refuseLeases(url: string, patienceMs: number): Promise<boolean> {
  const client = createClient(url, new Socket())
  const deadline = performance.now() + patienceMs
  try {
    await client.connect()
    while (!(await isLocked(client, 'pg_try_advisory_lock'))) {
      if (performance.now() >= deadline) {
        await client.end()
        return false
      }
      await sleep(retryMs)
    }
    return true
  } catch (error) {
    // A server with all its connections taken is in use. Any other server without an answer serves nobody.
    return errorCode(error) !== '53300'
  }
}

function createClient(url: string, socket: Socket): Client {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    stream: () => socket,
  })
  client.on('error', () => {}) // 'end' follows
  return client
}

async function isLocked(client: Client, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select ${lock}(${lockKey}) as locked`)
  return rows[0]?.locked === true
}
