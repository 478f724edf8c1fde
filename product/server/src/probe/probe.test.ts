import { request as ask } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeKey } from '../testing/fake-authority.ts'
import { runSql } from '../testing/run-sql.ts'
import { testDay } from '../testing/test-day.ts'
import { agentPassword, startTestServer, type TestServer } from '../testing/test-server.ts'
import { createProbe } from './probe.ts'

const mobile = '9780000001'
const reference = 'PROBE-2'
const trustedBefore = getCACertificates()
let server: TestServer
let agentId = ''
let origin = ''
let stop = (): void => {}

beforeAll(async () => {
  server = await startTestServer({ probeReference: reference, dpopRequired: true })
  // The probe has no other clock than the process.
  server.clock.set(testDay)
  server.outside.references.set(reference, 'not-allowed')
  agentId = await server.addAgent({ mobile, password: agentPassword, isSynthetic: true })
  const target = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { privateKey, certificate } = await makeKey('localhost')
  setDefaultCACertificates([...trustedBefore, certificate])
  const proxy = createServer({ key: privateKey, cert: certificate }, (call, answer) => {
    const { method, url, headers } = call
    const onward = ask(target + (url ?? ''), { method, headers }, answered => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    call.pipe(onward)
  })
  await new Promise<void>(done => proxy.listen(0, done))
  origin = `https://localhost:${(proxy.address() as AddressInfo).port}`
  stop = () => {
    proxy.close()
    proxy.closeAllConnections()
  }
})
afterAll(async () => {
  setDefaultCACertificates(trustedBefore)
  stop()
  await server.close()
})

const probeOf = (settings: { password?: string } = {}) =>
  createProbe({
    host: '127.0.0.1',
    metricsPort: undefined,
    origin,
    mobile,
    password: agentPassword,
    reference,
    devicePort: undefined,
    ...settings,
  })

async function countOf(action: string): Promise<number> {
  const rows = await runSql(
    server.open.runner,
    `select 1 from audit_events where agent_id = '${agentId}' and action = '${action}' and outcome = 'done'`,
  )
  return rows.length
}

const good = ['page', 'log-in', 'reference', 'consent'].map(step => ({
  step,
  problem: undefined,
  seconds: expect.any(Number) as number,
}))

test('a reference that the bank does not allow is asked each time, opens no order, and the session is kept', async () => {
  const probe = probeOf()
  for (let run = 0; run < 3; run += 1) expect(await probe.run()).toEqual(good)
  expect([await countOf('session.open'), await countOf('order.open')]).toEqual([1, 0])
  await probe.end()
  expect(await countOf('session.end')).toBe(1)
  expect(server.outside.inbox).toEqual([])
})

test('a session that somebody ended is opened anew in the same run', async () => {
  const probe = probeOf()
  await probe.run()
  const before = await countOf('session.open')
  await runSql(server.open.runner, `delete from sessions where agent_id = '${agentId}'`)
  expect(await probe.run()).toEqual(good)
  expect(await countOf('session.open')).toBe(before + 1)
})

test.each([
  ['log-in', 'wrong_password', () => probeOf({ password: 'Wrong@2026' })],
  [
    'reference',
    'bank_away',
    () => {
      server.outside.bankIsAway = true
      return probeOf()
    },
  ],
])('a run ends at %s, and tells %s without the password', async (step, code, make) => {
  const played = await make().run()
  server.outside.bankIsAway = false
  expect(played.at(-1)).toMatchObject({ step, problem: expect.stringMatching(`^${code}: `) })
  expect(JSON.stringify(played)).not.toMatch(/Wrong@|Agent@/)
})
