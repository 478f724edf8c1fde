import { connect, type Socket } from 'node:net'

import { describe, expect, test } from 'vitest'

import { openOrder, submitOrder } from '../../testing/do-kyc.ts'
import { verified } from '../../testing/outside/fake-outside.ts'
import { refusal } from '../../testing/refusal.ts'
import { serverOfFile, serverOfTest, type TestServer } from '../../testing/test-server.ts'
import type { HttpLimits } from './guarded-app.ts'

const usual: HttpLimits = {
  headersMs: 10_000,
  requestMs: 20_000,
  maxInFlight: 1_000,
  maxConnections: 10_000,
  bodyMegabytes: 64,
}
/** How many connections that send no whole request are open at once. */
const slowConnections = 50

/** The server with the usual limits. */
const usualServer = await listening(await serverOfFile({ httpLimits: usual }))

async function listening(server: TestServer): Promise<{ server: TestServer; port: number }> {
  const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
  return { server, port: Number(port) }
}

/** Starts a server on the same database, with limits that differ. */
async function limited(limits: Partial<HttpLimits>): Promise<{ server: TestServer; port: number }> {
  const { databaseUrl } = usualServer.server
  return listening(await serverOfTest({ databaseUrl, httpLimits: { ...usual, ...limits } }))
}

type Heard = { status: number; headers: string; body: string }

function slowly(port: number, bytes: string, dripMs?: number): { socket: Socket; heard: Promise<Heard> } {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let said = ''
  socket.on('data', data => (said += data.toString()))
  socket.write(bytes)
  const drip = dripMs === undefined ? undefined : setInterval(() => socket.write('x'), dripMs)
  const heard = new Promise<Heard>(resolve => {
    socket.on('close', () => {
      clearInterval(drip)
      const [headers = '', body = ''] = said.split('\r\n\r\n')
      resolve({ status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body })
    })
  })
  return { socket, heard }
}

async function usualCall(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/dbs/user/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ header: {}, device: {}, username: '9700000001' }),
  })
  return answer.status
}

function connectionsTo({ app }: TestServer): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

const displayMsgOf = ({ body }: Heard) =>
  (JSON.parse(body) as { response: { success: boolean; displayMsg: string; code?: string } }).response

describe('[rule 22] what is no request', () => {
  test('whoever drips headers or a body is told 408 in the envelope and cut off', async () => {
    const { port } = await limited({ headersMs: 400, requestMs: 800 })
    const headers = slowly(port, 'POST /api/v1/dbs/user/check HTTP/1.1\r\nHost: x\r\nX-Slow: ', 50)
    const body = slowly(
      port,
      'POST /api/v1/dbs/user/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{"header":',
      50,
    )
    for (const { heard } of [headers, body]) {
      const answer = await heard
      expect(answer.status).toBe(408)
      expect(displayMsgOf(answer)).toEqual({
        success: false,
        displayMsg: 'The call took too long to arrive.',
        code: 'request_timeout',
      })
    }
  })

  test.each([
    ['headers over 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a header that goes on in the next line', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n', 400],
    ['two hosts', 'GET /login HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
    ['two equal hosts', 'GET /login HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n', 400],
    ['a tunnel', 'CONNECT bank.example:443 HTTP/1.1\r\nHost: bank.example:443\r\n\r\n', 405],
    ['no host', 'GET /login HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'an expectation',
      'POST / HTTP/1.1\r\nHost: x\r\nExpect: 200-maybe\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
      417,
    ],
    ['a line feed alone', 'GET / HTTP/1.1\nHost: x\nX: \u0000\n\n', 400],
  ])('%s is answered in the envelope, with the security headers', async (_what, bytes, status) => {
    const answer = await slowly(usualServer.port, bytes).heard
    expect(answer.status).toBe(status)
    expect(displayMsgOf(answer)).toMatchObject({ success: false, code: expect.any(String) })
    for (const header of ['x-content-type-options: nosniff', "default-src 'none'", 'cache-control: no-store'])
      expect(answer.headers).toContain(header)
  })

  test('who asks to be told to go on is told, and served', async () => {
    const body = '{"header":{},"device":{},"username":"9500000001"}'
    const { socket, heard } = slowly(
      usualServer.port,
      'POST /api/v1/dbs/user/check HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nConnection: close\r\n' +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    socket.once('data', () => socket.write(body))
    const answer = await heard
    expect([answer.status, answer.headers]).toEqual([100, 'http/1.1 100 continue'])
    expect(answer.body).toContain('200 OK')
  })

  test('slow connections take nobody’s place: normal clients are served meanwhile', async () => {
    const { server, port } = await limited({ maxInFlight: 20 })
    const starts = [
      'POST /api/v1/dbs/user/check HTTP/1.1\r\nHost: x\r\n',
      'POST /api/v1/dbs/user/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{',
    ]
    const slow = Array.from({ length: slowConnections }, (_, index) =>
      slowly(port, starts[index % 2] ?? '', 1_000),
    )
    await expect.poll(() => connectionsTo(server)).toBe(slowConnections)

    for (let call = 0; call < 3; call += 1) expect(await usualCall(port)).toBe(200)

    expect(slow.filter(({ socket }) => socket.readyState === 'open')).toHaveLength(slowConnections)
    for (const { socket } of slow) socket.destroy()
  })

  test('of the requests that are pipelined on a connection six are in work, and the others are told 429', async () => {
    const requests = 'GET /api/v1/address HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(99)
    const last = 'GET /api/v1/address HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const { socket, heard } = slowly(usualServer.port, requests + last)
    let said = ''
    socket.on('data', data => (said += data.toString()))
    await heard
    const statuses = [...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(statuses).toHaveLength(100)
    expect(statuses.slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200])
  })

  test('connections beyond the limit are not taken, and those within go on', async () => {
    const { server, port } = await limited({ maxConnections: 10 })
    const senders = Array.from({ length: 10 }, () => slowly(port, 'GET / HTTP/1.1\r\n'))
    await expect.poll(() => connectionsTo(server)).toBe(10)
    const refused = await slowly(port, 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n').heard
    expect(refused.headers).toBe('')
    senders[0]?.socket.destroy()
    const live = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    await expect.poll(async () => (await slowly(port, live).heard).status).toBe(200)
    for (const { socket } of senders) socket.destroy()
  })
})

describe('[rule 22] bodies that do not arrive', () => {
  const start = (length: number) =>
    'POST /api/v1/dbs/user/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
    `Content-Length: ${length}\r\n\r\n{"x":"`

  test('take so much memory together and no more: the oldest is told 503 and cut off, and others are served', async () => {
    const { server, port } = await limited({ bodyMegabytes: 0.1 })
    const served: Socket[] = []
    server.app.server.on('connection', socket => served.push(socket))
    const senders: ReturnType<typeof slowly>[] = []
    for (let sender = 0; sender < 6; sender += 1) {
      senders.push(slowly(port, start(60_000) + 'x'.repeat(30_000)))
      await expect.poll(() => served[sender]?.bytesRead).toBeGreaterThan(30_000)
    }
    const answers = await Promise.all(senders.slice(0, 3).map(({ heard }) => heard))

    for (const answer of answers) {
      expect(answer.status).toBe(503)
      expect(answer.headers).toContain('retry-after: 5')
      expect(answer.headers).toContain('connection: close')
      expect(displayMsgOf(answer)).toEqual(refusal('busy'))
    }
    expect(senders.slice(3).map(({ socket }) => socket.closed)).toEqual([false, false, false])
    expect(await usualCall(port)).toBe(200)
    for (const { socket } of senders) socket.destroy()
  })

  test('count by what they cost: a few kilobytes in single bytes are as good as many', async () => {
    const { port } = await limited({ bodyMegabytes: 0.1 })
    const { socket, heard } = slowly(port, start(60_000), 1)
    socket.setNoDelay(true)
    expect((await heard).status).toBe(503)
    expect(await usualCall(port)).toBe(200)
  })
})

describe('[rule 22] load beyond the limit', () => {
  test('is turned away before the others are answered, with 503 and Retry-After, before anything is done; health is always told', async () => {
    const { server } = await limited({ maxInFlight: 3 })
    const { mobile, token } = await usualServer.server.signedInAgent()
    const submits = []
    let release: () => void = () => {}
    const releasing = new Promise<void>(resolve => (release = resolve))
    server.outside.answer = async () => {
      await releasing
      return verified
    }
    for (let index = 0; index < 3; index += 1) {
      const { orderId } = await openOrder(server, { mobile, token })
      submits.push(submitOrder(server, { mobile, token }, orderId))
    }
    await expect.poll(() => server.outside.asked).toHaveLength(3)

    const turnedAway = await server.call('getProfile', { username: mobile }, { token })
    const live = await server.app.inject('/health/live')
    release()

    expect([
      turnedAway.status,
      turnedAway.response.success,
      Number(turnedAway.headers['retry-after']),
    ]).toEqual([503, false, 1])
    expect(live.statusCode).toBe(200)
    for (const answer of await Promise.all(submits)) expect(answer.response.success).toBe(true)
    expect((await server.call('getProfile', { username: mobile }, { token })).status).toBe(200)
  })

  test('a caller who leaves keeps the place until the work for it is done, and no longer', async () => {
    const { server, port } = await limited({ maxInFlight: 1 })
    let release: () => void = () => {}
    const lookUp = new Promise<'unknown'>(resolve => (release = () => resolve('unknown')))
    server.outside.bank.look = () => lookUp
    const { mobile, token } = await usualServer.server.signedInAgent()
    const body = JSON.stringify({
      header: {},
      device: {},
      mobile,
      username: mobile,
      dbsRefCode: 'REF',
    })
    const left = new Promise<void>(resolve =>
      server.app.server.once('connection', served => served.once('close', () => resolve())),
    )
    const { socket } = slowly(
      port,
      `POST /api/v1/dbs/ekyc/refcode/check HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    const statusNow = async () => (await server.call('getAddress')).status
    await expect.poll(() => statusNow()).toBe(503)
    socket.destroy()
    await left
    expect(await statusNow()).toBe(503)
    release()
    await expect.poll(() => statusNow()).toBe(200)
  })
})
