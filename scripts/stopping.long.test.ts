import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { testPortal } from '../product/server/testing/test-portal.ts'
import { startProduct } from './product.ts'

type Ask = {
  path: string
  method?: string
  body?: object
  agent?: Agent
  trace?: string
}
type Answer = { status: number | undefined; connection: string | undefined }
type Failure = NodeJS.ErrnoException & { bytes: number }
type Cut = { why: string | undefined; bytes: number; trace: string }

const CLIENTS = 40
const PAUSE_MS = 40

/** Starts a product, and tells how its server ends when SIGTERM asks it to. */
async function startServer(drainMs: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ekyc-stopping-'))
  const product = await startProduct({
    dataDir,
    port: 0,
    sandboxPort: 0,
    devicePort: 'off',
    env: { PATH: process.env.PATH, PORTAL_FOLDER: testPortal, DRAIN_MS: drainMs },
  })
  onTestFinished(async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    address: product.address,
    terminate: () => process.kill(product.pidOf('server'), 'SIGTERM'),
    end: async () => (await product.died).how,
    log: () => readFileSync(join(dataDir, 'logs', 'server.log'), 'utf8'),
  }
}

test('a draining server loses no call of clients that check its readiness', async () => {
  const server = await startServer('5000')
  const load = startLoad(server.address, { looksEveryMs: 200 })
  await expect.poll(() => load.answered).toBeGreaterThan(CLIENTS)
  server.terminate()
  await load.ended
  expect(load.cut).toEqual([])
  expect(await server.end()).toBe('exit code 0')
})

/*
 * The kernel resets a connection that waits when the listener closes, and a kept connection on which a request arrives
 * in that moment. The server has read nothing of such a call.
 */
test('a server without a drain time cuts few calls under load, and answers all that it has read', async () => {
  const server = await startServer('0')
  const load = startLoad(server.address)
  await expect.poll(() => load.answered).toBeGreaterThan(CLIENTS)
  server.terminate()
  await load.ended
  const { answered, cut, traces } = load
  expect(await server.end()).toBe('exit code 0')
  const isRead = (call: { trace: string }) => server.log().includes(call.trace)
  expect(traces.filter(trace => isRead({ trace }))).toHaveLength(answered)
  expect(cut.filter(call => call.bytes > 0 || isRead(call))).toEqual([])
  expect(cut.map(({ why }) => why).filter((why = '') => !['ECONNRESET', 'EPIPE'].includes(why))).toEqual([])
  // When the server closes, each client has at most one call, and most clients are pausing.
  expect(cut.length).toBeLessThan(CLIENTS / 2)
})

test('a draining server serves calls and reports not ready; a second signal ends the drain', async () => {
  const server = await startServer('120000')
  const ready = () => ask(server.address, { path: '/health/ready' })
  expect(await ready()).toEqual({ status: 200, connection: 'keep-alive' })
  server.terminate()
  await expect.poll(ready).toEqual({ status: 503, connection: 'close' })
  expect((await ask(server.address, { path: '/health/live' })).status).toBe(200)
  expect((await ask(server.address, checkOf(1))).status).toBe(200)
  server.terminate()
  expect(await server.end()).toBe('exit code 0')
})

/**
 * Starts clients that call until the listener closes or, as behind a proxy, until a readiness check fails. Half of them
 * keep their connection. Every call has a trace id, which the server's log line about the call contains.
 */
function startLoad(address: string, { looksEveryMs }: { looksEveryMs?: number } = {}) {
  const told = { isReady: true, answered: 0, traces: [] as string[], cut: [] as Cut[] }
  const clients = Array.from({ length: CLIENTS }, (_, client) => oneClient(client))
  return Object.assign(told, { ended: Promise.all([...clients, looksEveryMs && look(looksEveryMs)]) })

  async function look(everyMs: number): Promise<void> {
    while (told.isReady) {
      await wait(everyMs)
      told.isReady = (await ask(address, { path: '/health/ready' })).status === 200
    }
  }

  async function oneClient(client: number): Promise<void> {
    const agent = agentOf(client)
    while (told.isReady) {
      const trace = randomBytes(16).toString('hex')
      try {
        const { status } = await ask(address, { agent, ...checkOf(client), trace })
        // All clients have one address, so the limit of calls at once may refuse a call. A 429 is an answer as well.
        if (![200, 429].includes(status ?? 0))
          throw Object.assign(new Error(), { code: String(status), bytes: 1 })
        told.answered += 1
        told.traces.push(trace)
        await wait(PAUSE_MS)
      } catch (failure) {
        const { code, bytes } = failure as Failure
        if (looksEveryMs || code !== 'ECONNREFUSED') told.cut.push({ why: code, bytes, trace })
        break
      }
    }
    agent.destroy()
  }
}

function agentOf(client: number): Agent {
  return client % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : new Agent()
}

function checkOf(client: number): Ask {
  return {
    path: '/api/v1/dbs/user/check',
    method: 'POST',
    body: { header: {}, device: {}, username: `80000000${String(client).padStart(2, '0')}` },
  }
}

/** Rejects with an error whose `bytes` tells how many bytes of the answer have come. */
function ask(address: string, { path, method = 'GET', body, agent, trace }: Ask): Promise<Answer> {
  return new Promise((answered, broke) => {
    const headers = {
      'content-type': 'application/json',
      ...(trace && { traceparent: `00-${trace}-${trace.slice(16)}-01` }),
    }
    let bytesBefore = 0
    const asked = request(new URL(path, address), { method, agent, headers }, answer => {
      const { statusCode: status } = answer
      answer.on('error', fail).on('end', () => answered({ status, connection: answer.headers.connection }))
      answer.resume()
    })
    asked.on('socket', socket => (bytesBefore = socket.bytesRead))
    asked.on('error', fail).end(body && JSON.stringify(body))

    function fail(error: Error): void {
      broke(Object.assign(error, { bytes: (asked.socket?.bytesRead ?? bytesBefore) - bytesBefore }))
    }
  })
}
