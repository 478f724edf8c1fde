import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The way in which bytes travel through the proxy. */
export type Wire = {
  delayMs: () => number
  /** True if the proxy silently drops all bytes. A connection that lost bytes stays dead, as TCP never skips bytes. */
  isBlackHole: boolean
}

export type WireProxy = {
  url: string
  wire: Wire
  /** Each request that follows an answer starts a round trip. */
  roundTrips(): number
  /** Resets every open connection. */
  cut(): void
  close(): Promise<void>
}

const straight: Wire = { delayMs: () => 0, isBlackHole: false }

/** Starts a proxy to a database, or to any other server, with the given wire. */
export async function startWireProxy(url: string, wire: Partial<Wire> = {}): Promise<WireProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const playing = { ...straight, ...wire }
  let trips = 0
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    let [isAsking, hasLost] = [false, false]
    const isDropped = () => (hasLost ||= playing.isBlackHole)
    carry(near, far, playing, () => {
      if (isDropped()) return false
      if (!isAsking) trips += 1
      return (isAsking = true)
    })
    carry(far, near, playing, () => {
      isAsking = false
      return !isDropped()
    })
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
    wire: playing,
    roundTrips: () => trips,
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** @param isCarried tells for each chunk of bytes whether the proxy forwards it */
function carry(from: Socket, to: Socket, wire: Wire, isCarried: () => boolean): void {
  let last = Promise.resolve()
  let arrivesAt = 0
  from.on('data', (bytes: Buffer) => {
    if (!isCarried()) return
    const now = performance.now()
    arrivesAt = Math.max(arrivesAt, now + wire.delayMs())
    const waits = arrivesAt - now
    const before = last
    last = (async () => {
      await Promise.all([before, waits > 0 ? sleep(waits) : undefined])
      if (to.writable) to.write(bytes)
    })()
  })
}
