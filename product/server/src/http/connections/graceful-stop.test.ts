import { Agent, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { openOrder } from '../../../testing/do-kyc.ts'
import { verified } from '../../../testing/outside/fake-outside.ts'
import { testCapture } from '../../../testing/outside/test-capture.ts'
import { serverOfTest, type TestServer } from '../../../testing/test-server.ts'
import { withConnection } from '../../database/link/direct-connection.ts'

let server: TestServer

type Kept = { status: number; connection: string | undefined; body: { response: { success: boolean } } }

function ask(agent: Agent, url: string, token: string, fields: object | undefined): Promise<Kept> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      url,
      {
        agent,
        method: fields ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
      answer => {
        text(answer).then(
          body =>
            resolve({
              status: answer.statusCode ?? 0,
              connection: answer.headers.connection,
              body: JSON.parse(body) as Kept['body'],
            }),
          reject,
        )
      },
    )
    outgoing.on('error', reject).end(fields && JSON.stringify({ header: {}, device: {}, ...fields }))
  })
}

async function busyServer() {
  server = await serverOfTest()
  const { mobile, token } = await server.signedInAgent()
  let answer = (): void => {}
  let isAsked = false
  server.outside.bank.look = () =>
    new Promise(resolve => {
      isAsked = true
      answer = () => resolve('allowed')
    })
  const address = await server.app.listen({ port: 0 })
  const agent = new Agent({ keepAlive: true })
  const fields = { mobile, username: mobile, dbsRefCode: 'DBS10001' }
  const inFlight = ask(agent, `${address}/api/v1/dbs/ekyc/refcode/check/`, token, fields)
  await expect.poll(() => isAsked).toBe(true)
  return { address, inFlight, answer: () => answer() }
}

async function connectTo(address: string): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await new Promise(resolve => socket.once('connect', resolve))
  return socket
}

test('a call in flight is answered while the server stops, and no kept-alive or silent connection holds the stop', async () => {
  const { address, inFlight, answer } = await busyServer()
  const silent = await connectTo(address)
  const closed = server.app.close()
  await expect.poll(() => fetch(`${address}/health/live`).catch(String)).toContain('fetch failed')
  answer()

  expect(await inFlight).toMatchObject({
    status: 200,
    connection: 'close',
    body: { response: { success: true } },
  })
  await closed
  silent.destroy()
})

test('readiness is false from the moment the stop begins, in the envelope of every answer', async () => {
  const { address, inFlight, answer } = await busyServer()
  const begun = await connectTo(address)
  begun.write('GET /health/ready HTTP/1.1\r\nhost: x\r\n')
  const live = await connectTo(address)
  live.write('GET /health/live HTTP/1.1\r\nhost: x\r\n')
  await ask(new Agent(), `${address}/health/ready`, '', undefined) // The server has now read both partial requests.
  const closed = server.app.close()
  await expect.poll(() => fetch(`${address}/health/live`).catch(String)).toContain('fetch failed')
  const said = Promise.all([begun, live].map(socket => text(socket)))
  begun.write('\r\n')
  live.write('\r\n')

  const [ready, alive] = await said
  expect(ready).toContain('HTTP/1.1 503')
  expect(ready).toContain('"success":false,"displayMsg":"The server is stopping."')
  expect(alive).toContain('HTTP/1.1 200')
  answer()
  await Promise.all([inFlight, closed])
})

test('a submit whose caller has left is still written down before the stop', async () => {
  server = await serverOfTest()
  const { mobile, id: agentId, token } = await server.signedInAgent()
  let answer = (): void => {}
  server.outside.answer = () => new Promise(resolve => (answer = () => resolve(verified)))
  const address = await server.app.listen({ port: 0 })
  const { orderId } = await openOrder(server, { mobile, token })
  const biometricDeviceInfo = testCapture(server.clock.now(), mobile)
  const leaving = new AbortController()
  const left = fetch(`${address}/api/v1/dbs/ekyc/order/submit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      header: {},
      device: {},
      username: mobile,
      sessionId: 's',
      roid: mobile,
      orderId,
      biometricDeviceInfo,
    }),
    signal: leaving.signal,
  }).catch(() => 'left')
  await expect.poll(() => server.outside.asked).toHaveLength(1)
  leaving.abort()
  await left

  const closed = server.app.close()
  await expect.poll(() => server.app.server.listening).toBe(false)
  setTimeout(answer, 300)
  await closed

  const order = await server.open.database.orders.find(agentId, orderId)
  expect(order?.status).toBe('KYC_SUCCESS')
})

test('a caller who leaves while the session is looked up does not hold the stop', async () => {
  server = await serverOfTest()
  const { mobile, token } = await server.signedInAgent()
  const address = await server.app.listen({ port: 0 })
  const leaving = await connectTo(address)
  await withConnection(server.databaseUrl, async client => {
    await client.query('begin; lock table sessions')
    const body = JSON.stringify({ header: {}, device: {}, username: mobile })
    const head = `POST /api/v1/dbs/user/profile/get HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n`
    leaving.write(`${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    const lookUps = () => client.query('select from pg_locks where not granted')
    await expect.poll(async () => (await lookUps()).rowCount).toBe(1)
    leaving.destroy()
    await expect.poll(() => connectionsOf(server)).toBe(0)
    await client.query('commit')
  })

  await server.app.close()
})

function connectionsOf({ app }: TestServer): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
