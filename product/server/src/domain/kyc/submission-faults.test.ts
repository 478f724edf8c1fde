import { setTimeout as sleep } from 'node:timers/promises'

import { startOwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { migrate } from '../../database/schema/migrate.ts'
import { submitOrder } from '../../../testing/do-kyc.ts'
import { verified } from '../../../testing/outside/fake-outside.ts'
import { testCapture } from '../../../testing/outside/test-capture.ts'
import { agentPassword, serverOfFile } from '../../../testing/test-server.ts'
import type { AuthorityVerdict } from '../ports.ts'

const mobile = '9500000001'
const postgres = await startOwnPostgres({ durable: true }) // A crash must not lose committed data.
afterAll(() => postgres.close())
await migrate(postgres.url)
const server = await serverOfFile({ databaseUrl: postgres.url })
await server.addAgent({ mobile, password: agentPassword })
const token = await server.signIn(mobile)
beforeEach(() => {
  server.outside.asked.length = 0
  server.outside.answer = async () => verified
})

let lastReference = 0
async function openOrder(): Promise<string> {
  const reference = `REF-${++lastReference}`
  server.outside.references.set(reference, 'allowed')
  const ask = () =>
    server.call('checkReference', { mobile, username: mobile, dbsRefCode: reference }, { token })
  let answer = await ask()
  // The connections that the previous round killed may still fail this call.
  while (answer.status === 503) answer = await ask()
  return answer['orderId'] as string
}

function submit(orderId: string, capture: object) {
  return submitOrder(server, { mobile, token }, orderId, { biometricDeviceInfo: capture })
}

/** Holds the authority's answer: `asked` resolves when the request arrives, `answer` sends the verdict. */
function heldAuthority(): { asked: Promise<void>; answer: (verdict: AuthorityVerdict) => void } {
  let answer: (verdict: AuthorityVerdict) => void = () => {}
  const asked = new Promise<void>(resolve => {
    server.outside.answer = () => {
      resolve()
      return new Promise(told => (answer = told))
    }
  })
  return { asked, answer: verdict => answer(verdict) }
}

describe('[rule 8] a database that goes away during a submit', () => {
  test('a verdict in hand outlives a restart: it is written once the database is back', async () => {
    const orderId = await openOrder()
    const capture = testCapture(server.clock.now(), mobile)
    const authority = heldAuthority()
    const submitted = submit(orderId, capture)
    await authority.asked
    await postgres.down('immediate')
    const settle = vi.spyOn(server.open.database, 'transaction')
    authority.answer(verified)
    await expect.poll(() => settle.mock.calls.length).toBeGreaterThan(1)
    await postgres.up()

    const answer = await submitted

    expect(answer).toMatchObject({ status: 200, response: { success: true } })
    expect({ ...(await submit(orderId, capture)), headers: {} }).toEqual({ ...answer, headers: {} })
    expect(server.outside.asked).toHaveLength(1)
  })

  test('calls meanwhile are 503 with Retry-After, and fine again soon after', async () => {
    await postgres.down('immediate')
    const away = await server.call('getProfile', { username: mobile }, { token })
    const ready = await server.app.inject('/health/ready')
    await postgres.up()
    expect([away.status, Number(away.headers['retry-after'])]).toEqual([503, 5])
    expect(away.response.success).toBe(false)
    expect(ready.statusCode).toBe(503)
    await expect
      .poll(async () => (await server.call('getProfile', { username: mobile }, { token })).status)
      .toBe(200)
  })

  test('whatever moment the backends are killed at, the authority is asked at most once, and every answer is the same', async () => {
    for (const delayMs of [0, 6, 12]) {
      server.outside.asked.length = 0
      const orderId = await openOrder()
      const capture = testCapture(server.clock.now(), mobile)
      const submitted = submit(orderId, capture)
      await sleep(delayMs)
      await killBackends()
      const first = await submitted
      let last = first
      while (last.status === 503) last = await submit(orderId, capture)
      expect(last).toMatchObject({ status: 200, response: { success: true } })
      expect(server.outside.asked).toHaveLength(1)
      expect({ ...last, headers: {} }).toEqual({ ...(first.status === 503 ? last : first), headers: {} })
    }
  })
})

async function killBackends(): Promise<void> {
  await server
    .sql(`select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend'
       and pid <> pg_backend_pid()`)
    .catch(() => {})
}
