import { startOwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'
import { afterAll, describe, expect, test, vi } from 'vitest'

import { migrate } from '../../database/schema/migrate.ts'
import { openOrder, submitOrder } from '../../../testing/do-kyc.ts'
import { verified } from '../../../testing/outside/fake-outside.ts'
import { testCapture } from '../../../testing/outside/test-capture.ts'
import { serverOfFile } from '../../../testing/test-server.ts'
import type { AuthorityVerdict } from '../ports.ts'

const postgres = await startOwnPostgres({ durable: true }) // A crash must not lose committed data.
afterAll(() => postgres.close())
await migrate(postgres.url)
const server = await serverOfFile({ databaseUrl: postgres.url })
const agent = await server.signedInAgent()
const profile = () => server.call('getProfile', { username: agent.mobile }, { token: agent.token })

describe('[rule 8] a database that goes away during a submit', () => {
  test('a verdict in hand outlives a restart: it is written once the database is back', async () => {
    const { orderId } = await openOrder(server, agent)
    const capture = { biometricDeviceInfo: testCapture(server.clock.now(), agent.mobile) }
    let answer: (verdict: AuthorityVerdict) => void = () => {}
    server.outside.answer = () => new Promise(late => (answer = late))
    const submitted = submitOrder(server, agent, orderId, capture)
    await expect.poll(() => server.outside.asked).toHaveLength(1)
    await postgres.down('immediate')
    const settle = vi.spyOn(server.open.database, 'transaction')
    answer(verified)
    await expect.poll(() => settle.mock.calls.length).toBeGreaterThan(1)
    await postgres.up()

    const result = await submitted

    expect(result).toMatchObject({ status: 200, response: { success: true } })
    const again = await submitOrder(server, agent, orderId, capture)
    expect({ ...again, headers: {} }).toEqual({ ...result, headers: {} })
    expect(server.outside.asked).toHaveLength(1)
  })

  test('calls meanwhile are 503 with Retry-After, and fine again soon after', async () => {
    await postgres.down('immediate')
    const away = await profile()
    const ready = await server.app.inject('/health/ready')
    await postgres.up()
    expect([away.status, Number(away.headers['retry-after'])]).toEqual([503, 5])
    expect(away.response.success).toBe(false)
    expect(ready.statusCode).toBe(503)
    await expect.poll(async () => (await profile()).status).toBe(200)
  })
})
