import { withConnection } from '../../src/database/link/direct-connection.ts'

/** Returns a clock that goes on from PostgreSQL's present time, which no test can set. */
export async function databaseTime(url: string): Promise<() => Date> {
  const { rows } = await withConnection(url, client =>
    client.query<{ at: Date }>('select clock_timestamp() as at'),
  )
  const [first, began] = [rows[0]?.at.getTime() ?? NaN, performance.now()]
  return () => new Date(first + performance.now() - began)
}
