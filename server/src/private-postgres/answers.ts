import { Client } from 'pg'

import { errorCode } from './error-code.ts'

/**
 * Whether our server answers there. The password proves it both ways: SCRAM fails as well on a server that does not
 * know it, so another one that took over the port is not mistaken for ours.
 */
export async function answers(url: string): Promise<'ours' | 'not ours' | 'not now'> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  client.on('error', () => {}) // the loss of the connection is also told to who waits on it
  try {
    await client.connect()
    await client.query('select 1')
    return 'ours'
  } catch (error) {
    return errorCode(error) === '28P01' ? 'not ours' : 'not now'
  } finally {
    await client.end().catch(() => {})
  }
}
