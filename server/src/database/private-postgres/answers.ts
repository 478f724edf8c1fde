import postgres from 'postgres'

import { errorCode } from './error-code.ts'

/**
 * Whether our server answers there. The password proves it both ways: SCRAM fails as well on a server that does not
 * know it, so another one that took over the port is not mistaken for ours.
 */
export async function answers(url: string): Promise<'ours' | 'not ours' | 'not now'> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} })
  try {
    await sql`select 1`
    return 'ours'
  } catch (error) {
    return errorCode(error) === '28P01' ? 'not ours' : 'not now'
  } finally {
    await sql.end({ timeout: 1 })
  }
}
