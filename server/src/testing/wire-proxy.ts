import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How bytes travel: late, in any pieces, and in their order, as TCP carries them. */
export type Wire = {
  /** How long a piece is on its way. */
  delayMs: () => number
  /** How many bytes the next piece has at most. */
  pieceBytes: () => number
  /** What is sent now arrives nowhere, and nobody is told. */
  isBlackHole: boolean
  /** As no TCP is: a piece passes those that are slower. */
  overtakes: boolean
}

export type WireProxy = {
  url: string
  wire: Wire
  /** How many times it was asked anew after it had answered: the round trips. */
  roundTrips(): number
  /** Ends every connection of this moment as a reset does. */
  cut(): void
  close(): Promise<void>
}

const straight: Wire = { delayMs: () => 0, pieceBytes: () => 65_536, isBlackHole: false, overtakes: false }

/** A way to a database, or to any other server, whose wire a test plays. */
export async function startWireProxy(url: string, wire: Partial<Wire> = {}): Promise<WireProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const playing = { ...straight, ...wire }
  let trips = 0
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    let isAsking = false
    carry(near, far, playing, () => {
      if (!isAsking) trips += 1
      isAsking = true
    })
    carry(far, near, playing, () => (isAsking = false))
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

function carry(from: Socket, to: Socket, wire: Wire, onBytes: () => void): void {
  let last = Promise.resolve()
  let arrivesAt = 0
  from.on('data', (bytes: Buffer) => {
    if (wire.isBlackHole) return
    onBytes()
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + Math.max(1, wire.pieceBytes()))
      at += piece.length
      const now = performance.now()
      arrivesAt = Math.max(wire.overtakes ? 0 : arrivesAt, now + wire.delayMs())
      const waits = arrivesAt - now
      const before = wire.overtakes ? undefined : last
      last = (async () => {
        await Promise.all([before, waits > 0 ? sleep(waits) : undefined])
        if (to.writable) to.write(piece)
      })()
    }
  })
}
