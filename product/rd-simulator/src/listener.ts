import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

import { readRequest, type DeviceRequest } from './request-reader.ts'

/** The reply to a request: the bytes of a whole HTTP answer, silence, or a broken connection. */
export type Reply = { kind: 'answer'; bytes: Buffer } | { kind: 'silence' } | { kind: 'break' }

export type Listener = { port: number; close(): Promise<void> }

export type Scheme = 'http' | 'https'

export type TlsIdentity = { key: string; cert: string }

/**
 * Listens on the loopback address only. One port serves http or https, so that an https-only driver needs no other
 * port. The first byte of a connection tells whether it begins with a TLS hello. A connection in the wrong scheme is
 * closed.
 */
export async function listen(options: {
  ports: readonly number[]
  tls: TlsIdentity
  scheme: () => Scheme
  /** Replies to a request, or to undefined for one that is no HTTP. */
  answer: (request: DeviceRequest | undefined, port: number) => Promise<Reply>
}): Promise<Listener> {
  const sockets = new Set<Socket>()
  const keepTrack = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.setTimeout(silenceMs, () => socket.destroy())
  }
  let port = 0
  const talk = (socket: Socket) => converse(socket, request => options.answer(request, port))
  const secure = createTlsServer(options.tls, socket => {
    keepTrack(socket)
    talk(socket)
  })
  secure.on('tlsClientError', (_, socket) => socket.destroy())
  const server = createServer(socket => {
    keepTrack(socket)
    socket.once('data', first => {
      const scheme = first[0] === tlsHello ? 'https' : 'http'
      if (scheme !== options.scheme()) {
        socket.destroy()
        return
      }
      socket.unshift(first)
      if (scheme === 'http') {
        talk(socket)
        return
      }
      // The inner TLS socket has the time-out, because the outer socket sees no more traffic.
      socket.setTimeout(0)
      socket.pause()
      secure.emit('connection', socket)
    })
  })
  server.maxConnections = 64
  port = await listenOnFirstFree(server, options.ports)
  return {
    port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** The time after which the service closes unanswered calls and unfinished requests, in ms. */
const silenceMs = 30_000
const tlsHello = 0x16
const takenCodes = ['EADDRINUSE', 'EACCES']

function converse(socket: Socket, answer: (request: DeviceRequest | undefined) => Promise<Reply>): void {
  let received = Buffer.alloc(0)
  const readChunk = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const reading = readRequest(received)
    if (reading.state === 'more') return
    socket.off('data', readChunk)
    socket.resume()
    // The socket gets no time-out now, because a capture may take longer. The capture has its own time-out.
    socket.setTimeout(0)
    answer(reading.state === 'read' ? reading.request : undefined).then(
      reply => send(socket, reply),
      () => socket.destroy(),
    )
  }
  socket.on('data', readChunk)
}

function send(socket: Socket, reply: Reply): void {
  if (reply.kind === 'answer') socket.end(reply.bytes)
  else if (reply.kind === 'break') socket.destroy()
  else socket.setTimeout(silenceMs, () => socket.destroy())
}

async function listenOnFirstFree(server: Server, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    if (await listenOn(server, port)) return (server.address() as AddressInfo).port
  }
  const tried = `${ports.at(0)} to ${ports.at(-1)}`
  throw new Error(`Ports ${tried} are all taken: end what uses one, or name another first port.`)
}

async function listenOn(server: Server, port: number): Promise<boolean> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return true
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && takenCodes.includes(String(error.code))
    if (!isTaken) throw error
    return false
  }
}
