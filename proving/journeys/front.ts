import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type Front = Awaited<ReturnType<typeof startFront>>

/** Starts a proxy in front of the product. The proxy can go down and come back. */
export async function startFront(target: string) {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    const onward = connect(Number(targetPort), hostname)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => {})
      one.once('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  const port = typeof place === 'object' ? (place?.port ?? 0) : 0

  const cut = () => sockets.forEach(socket => socket.destroy())
  return {
    address: `http://127.0.0.1:${port}`,
    async down() {
      server.close()
      cut()
      await once(server, 'close')
    },
    async up() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async stop() {
      if (server.listening) await this.down()
    },
  }
}
