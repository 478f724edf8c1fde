import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startMeasuredProduct } from '../bench/measure/product.mjs'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const CLIENTS = 40
const PAUSE_MS = 40

let folder
let product
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ekyc-stopping-'))
  product = await startMeasuredProduct({ folder })
})
afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['that drains', '1500'],
  ['without a drain time', '0'],
])('a server %s resets nobody under load when SIGTERM stops it', async (_, drainMs) => {
  const server = await product.startServer({ DRAIN_MS: drainMs })
  const load = startLoad(server.address)
  await wait(500)
  process.kill(server.pid, 'SIGTERM')
  const { answered, broken } = await load
  expect(answered).toBeGreaterThan(CLIENTS)
  expect(broken).toEqual([])
  expect(await server.stop()).toBe(0)
})

test('while it drains a server serves calls and says that it is not ready; a second signal ends the drain', async () => {
  const server = await product.startServer({ DRAIN_MS: '120000' })
  const ready = () => ask(server.address, { path: '/health/ready' })
  expect(await ready()).toEqual({ status: 200, connection: 'keep-alive' })
  process.kill(server.pid, 'SIGTERM')
  await vi.waitFor(async () => expect(await ready()).toEqual({ status: 503, connection: 'close' }))
  expect((await ask(server.address, { path: '/health/live' })).status).toBe(200)
  expect((await ask(server.address, checkOf(1))).status).toBe(200)
  process.kill(server.pid, 'SIGTERM')
  expect(await server.stop()).toBe(0)
})

/** Clients that call until nobody listens any more: half of them on one kept-alive connection each. */
async function startLoad(address) {
  const told = { answered: 0, broken: [] }
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => oneClient(client)))
  return told

  async function oneClient(client) {
    const agent = client % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : new Agent()
    for (;;) {
      try {
        const { status } = await ask(address, { agent, ...checkOf(client) })
        if (status === 200) told.answered += 1
        else told.broken.push(status)
        await wait(PAUSE_MS)
      } catch (error) {
        if (error.code !== 'ECONNREFUSED') told.broken.push(error.code)
        return agent.destroy()
      }
    }
  }
}

function checkOf(client) {
  return {
    path: '/api/v1/dbs/user/check',
    method: 'POST',
    body: { header: {}, device: {}, username: `90000000${String(client).padStart(2, '0')}` },
  }
}

function ask(address, { path, method = 'GET', body, agent }) {
  return new Promise((answered, broke) => {
    const asked = request(
      new URL(path, address),
      { method, agent, headers: { 'content-type': 'application/json' } },
      answer => {
        const { statusCode: status, headers } = answer
        answer.on('error', broke).on('end', () => answered({ status, connection: headers.connection }))
        answer.resume()
      },
    )
    asked.on('error', broke).end(body && JSON.stringify(body))
  })
}
