import { DatabaseError } from 'pg'

import type { Runner } from './runner.ts'

const notSupported = '0A000'

type Claim<Values extends unknown[], Row> = (db: Runner, ...values: Values) => Promise<Row[]>

/**
 * Returns a claim of rows for one server. `free` skips the rows that another server has locked. Citus refuses such a
 * lock in a statement that asks several shards. There, `any` waits for the other server, and tests each row again.
 */
export function claiming<Values extends unknown[], Row>(
  free: Claim<Values, Row>,
  any: Claim<Values, Row>,
): Claim<Values, Row> {
  let isRefused = false
  return async (...claim) => {
    if (isRefused) return any(...claim)
    try {
      return await free(...claim)
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === notSupported)) throw error
      isRefused = true
      return any(...claim)
    }
  }
}
