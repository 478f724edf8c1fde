import { expect, test } from 'vitest'

import { collectingLog } from '../../../testing/collecting-log.ts'
import { databaseOfFile } from '../../../testing/database/test-database.ts'
import { serverOfTest, type TestServer } from '../../../testing/test-server.ts'
import { withConnection } from './direct-connection.ts'
import { prepareDatabase } from './open-database.ts'

const databaseUrl = await databaseOfFile()
const name = new URL(databaseUrl).pathname.slice(1)
await withConnection(databaseUrl, client =>
  client.query(`alter database ${name} set synchronous_commit = off`),
)
const prepare = (
  server: TestServer,
  production: boolean,
  log: ReturnType<typeof collectingLog>,
  demoData = false,
) =>
  prepareDatabase(server.open, databaseUrl, {
    config: { ...server.config, production, demoData },
    consentTexts: [],
    log: log.log,
    now: server.clock.now(),
  })

test('a database that may lose answered calls is refused in production, and reported elsewhere', async () => {
  const server = await serverOfTest({ databaseUrl })
  const log = collectingLog()
  await prepare(server, false, log)
  expect(log.lines()).toContainEqual(
    expect.objectContaining({ msg: expect.stringContaining('synchronous_commit') }),
  )
  await expect(prepare(server, true, log)).rejects.toThrow(
    /^The database is not fit for production: .*synchronous_commit is off.*\.$/,
  )
})

test('[rule 25] a server without demo data refuses to start beside a demo agent, and starts beside any other', async () => {
  const server = await serverOfTest({ databaseUrl })
  const log = collectingLog()
  const id = await server.addAgent({ mobile: '9500000001' })
  await expect(prepare(server, false, log)).resolves.toBeUndefined()
  await server.sql('update agents set is_demo = true where id = $1', [id])
  await expect(prepare(server, false, log)).rejects.toThrow(
    'This database holds demo agents, whose password is public',
  )
  await expect(prepare(server, false, log, true)).resolves.toBeUndefined()
})

test('during migrations the server is alive, not ready, and asks each caller to try again', async () => {
  let isPrepared = false
  const server = await serverOfTest({ databaseUrl }, { isPrepared: () => isPrepared })
  const call = () => server.app.inject({ method: 'POST', url: '/api/v1/dbs/user/check', payload: {} })
  const health = (which: string) => server.app.inject(`/health/${which}`)

  expect((await health('live')).statusCode).toBe(200)
  for (const answer of [await health('ready'), await call()]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({ response: { success: false, code: 'migrating' } })
  }

  isPrepared = true
  expect((await health('ready')).statusCode).toBe(200)
  expect((await call()).statusCode).toBe(400)
})
