import { expect, test } from 'vitest'

import { serverOfFile } from '../../../testing/test-server.ts'
import { putWaitingResults } from '../../../testing/database/waiting-results.ts'
import { withConnection } from '../link/direct-connection.ts'
import { countOutboxBacklog } from './outbox.ts'
import { declaredStatements } from '../link/sql.ts'

const waiting = 60
const others = ['holder-sms', 'kyc-failed'].map(kind => ({ kind, waiting: 0, oldestSeconds: 0 }))
const server = await serverOfFile()
const { open, config, clock } = server
for (let minutes = 0; minutes < 3; minutes += 1) {
  await putWaitingResults(open.runner, { keys: config.outboxKeys, count: waiting / 3, at: clock.now() })
  clock.advance(60_000)
}

test('the metrics of the outbox count what waits, and its oldest message', async () => {
  expect(await countOutboxBacklog(server.open.runner, server.clock.now())).toEqual([
    { kind: 'sms', waiting: 0, oldestSeconds: 0 },
    { kind: 'kyc-result', waiting, oldestSeconds: 180 },
    ...others,
  ])
})

test('beyond a limit they look at no more messages, and the oldest is among the first', async () => {
  expect(await countOutboxBacklog(server.open.runner, server.clock.now(), 7)).toEqual([
    { kind: 'sms', waiting: 0, oldestSeconds: 0 },
    { kind: 'kyc-result', waiting: 7, oldestSeconds: 180 },
    ...others,
  ])
})

test('a scrape reads the limit of rows by an index, however many wait', async () => {
  const [statement] = declaredStatements().filter(({ name }) => name === 'outbox.countWaiting')
  const plan = await withConnection(server.databaseUrl, async client => {
    // With millions of rows, the planner chooses the index scan by itself.
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await client.query(`set enable_${way} = off`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, timing off, buffers off, costs off, summary off) ${statement?.text.replaceAll('$1', '7')}`,
    )
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/Limit \(actual rows=7(?:\.00)? loops=1\)\n.*outbox_waiting.*\(actual rows=7/)
})
