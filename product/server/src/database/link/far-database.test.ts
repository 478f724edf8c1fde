import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, expect, test } from 'vitest'

import { databaseOfFile } from '../../../testing/database/test-database.ts'
import { verified } from '../../../testing/outside/fake-outside.ts'
import { testCapture } from '../../../testing/outside/test-capture.ts'
import { agentPassword, serverOfFile, type TestServer } from '../../../testing/test-server.ts'
import { addOrderPartitions } from '../schema/order-partitions.ts'

const mobile = '9300000001'
const fields = { mobile, username: mobile }
const databaseUrl = await databaseOfFile()
const proxy = await startWireProxy(databaseUrl)
afterAll(() => proxy.close())
const server = await serverOfFile({ databaseUrl: proxy.url })
await addOrderPartitions(server.open.runner, server.clock.now())
server.outside.answer = async () => verified
await server.addAgent({ mobile, password: agentPassword })

async function kyc(reference: string, onCall: (name: string) => void = () => {}): Promise<void> {
  server.clock.advance(1_000) // This order is newer than all others, so the list begins with it.
  server.outside.references.set(reference, 'allowed')
  const token = await server.signIn(mobile)
  onCall('check and log-in')
  const call = async (name: Parameters<TestServer['call']>[0], more: object) => {
    const answer = await server.call(name, { ...fields, ...more }, { token })
    expect({ name, status: answer.status, ...answer.response }).toMatchObject({ status: 200, success: true })
    onCall(name)
    return answer
  }
  await call('getProfile', {})
  await call('getStatistics', { id: mobile, timeframe: '3M' })
  const { orderId } = await call('checkReference', { dbsRefCode: reference })
  const biometricDeviceInfo = testCapture(server.clock.now(), mobile, { refcode: reference })
  await call('submitOrder', { sessionId: 's', roid: mobile, orderId, biometricDeviceInfo })
  const { orders } = await call('listOrders', { pageNo: 1 })
  expect(orders[0].dbsRefCode).toBe(reference)
  await call('logout', {})
}

test('a database half a second away works from the first connection on', async () => {
  const token = await server.signIn(mobile)
  proxy.cut()
  await expect.poll(() => server.open.connections().agents.idle).toBe(0)
  proxy.wire.delayMs = 250
  expect((await server.call('getProfile', fields, { token })).response.success).toBe(true)
  proxy.wire.delayMs = 0
})

test('a call makes few round trips to the database', async () => {
  await kyc('FAR-1')
  const trips: Record<string, number> = {}
  let before = proxy.roundTrips()
  // The delay separates each answer from the next statement.
  proxy.wire.delayMs = 10
  await kyc('FAR-2', name => {
    trips[name] = proxy.roundTrips() - before
    before = proxy.roundTrips()
  })
  expect(trips).toEqual({
    'check and log-in': 6,
    getProfile: 1,
    getStatistics: 2,
    checkReference: 5,
    submitOrder: 6,
    listOrders: 3,
    logout: 3,
  })
})

type Wire = { delayMs: number }

/** Starts a proxy to a database, which delays no bytes at first. */
async function startWireProxy(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const wire: Wire = { delayMs: 0 }
  let trips = 0
  const listening = createServer(near => {
    const far = connect(Number(port), hostname)
    let isAsking = false
    near.on('data', () => {
      if (!isAsking) trips += 1
      isAsking = true
    })
    far.on('data', () => (isAsking = false))
    carry(near, far, wire)
    carry(far, near, wire)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const there = new URL(url)
  there.host = `127.0.0.1:${(listening.address() as AddressInfo).port}`
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    url: there.href,
    wire,
    /** Each request that follows an answer starts a round trip. */
    roundTrips: () => trips,
    /** Resets every open connection. */
    cut,
    async close() {
      cut()
      listening.close()
      await once(listening, 'close')
    },
  }
}

function carry(from: Socket, to: Socket, wire: Wire): void {
  let last = Promise.resolve()
  let arrivesAt = 0
  from.on('data', (bytes: Buffer) => {
    const now = performance.now()
    arrivesAt = Math.max(arrivesAt, now + wire.delayMs)
    const waits = arrivesAt - now
    const before = last
    last = (async () => {
      await Promise.all([before, waits > 0 ? sleep(waits) : undefined])
      if (to.writable) to.write(bytes)
    })()
  })
}
