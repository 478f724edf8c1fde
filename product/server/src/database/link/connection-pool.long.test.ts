import { startOwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'
import { expect, test } from 'vitest'

import { DatabaseAway } from '../../domain/database-away.ts'
import { createConnectionPool } from './connection-pool.ts'

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof DatabaseAway ? 'away' : error),
  )

test('[rule 15] a database that stops gives DatabaseAway while it lasts, and no error afterwards', async () => {
  const postgres = await startOwnPostgres({ durable: false })
  const pool = createConnectionPool(postgres.url, { connections: 4 })
  const ask = (text = 'select 1') => pool.run({ text, values: [] })
  const sleeping = outcomeOf(
    pool.inTransaction(transaction => transaction.run({ text: 'select pg_sleep(4)', values: [] })),
  )
  await ask()
  await postgres.down('immediate')

  expect(await outcomeOf(ask())).toBe('away')
  expect(await sleeping).toBe('away')
  expect(await outcomeOf(pool.inTransaction(async () => {}))).toBe('away')
  await postgres.up()
  await expect.poll(() => outcomeOf(ask())).toBe('done')
  await pool.close()
  await postgres.close()
})
