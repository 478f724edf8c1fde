import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type WireProxy = {
  url: string
  wire: Wire
  /** Each request that follows an answer starts a round trip. */
  roundTrips(): number
  /** Resets every open connection. */
  cut(): void
  close(): Promise<void>
}

type Wire = { delayMs: number }

/** Starts a proxy to a database, which delays no bytes at first. */
export async function startWireProxy(url: string): Promise<WireProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const wire: Wire = { delayMs: 0 }
  let trips = 0
  const server = createServer(near => {
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
  await once(server, 'listening')
  const there = new URL(url)
  there.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    url: there.href,
    wire,
    roundTrips: () => trips,
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
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
