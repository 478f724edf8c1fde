import { freePort } from '@ekyc/contract/testing/free-port'
import { expect, test } from 'vitest'

import { serverOfTest } from '../../testing/test-server.ts'

test('without its database a server lives and serves, so that a proxy lets its answers through, but is not ready', async () => {
  const server = await serverOfTest({
    databaseUrl: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
  })
  const ask = async (question: string) => server.app.inject({ url: `/health/${question}` })

  expect((await ask('live')).statusCode).toBe(200)
  expect((await ask('serving')).statusCode).toBe(200)
  const ready = await ask('ready')
  expect(ready.statusCode).toBe(503)
  expect(ready.headers['retry-after']).toBe('5')
  expect(ready.json()).toMatchObject({ response: { success: false, code: 'database_silent' } })
})
