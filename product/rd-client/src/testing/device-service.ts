import { createServer, type Server, type Socket } from 'node:net'

/** A received request. It is read from a plain socket, because Node's HTTP server refuses methods such as RDSERVICE. */
export type WireRequest = { method: string; target: string; body: string }

/** The answer to a request. 'drop' closes the connection without an answer; 'never' keeps it open without one. */
export type WireAnswer =
  | 'drop'
  | 'never'
  | {
      xml: string | Uint8Array
      status?: number
      headers?: string[]
      contentLength?: number
      delayMs?: number
    }

export type DeviceService = {
  port: number
  requests: WireRequest[]
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a device service on 127.0.0.1 that takes one request per connection. */
export async function startDeviceService(
  answer: (request: WireRequest) => WireAnswer,
  port = 0,
): Promise<DeviceService> {
  const requests: WireRequest[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let received = ''
    socket.on('data', data => {
      received += data.toString('latin1')
      const request = wholeRequest(received)
      if (!request) return
      received = ''
      requests.push(request)
      respond(socket, answer(request))
    })
  })
  await listen(server, port)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  }
  return { port: address.port, requests, stop, [Symbol.asyncDispose]: stop }
}

/** Finds `count` consecutive free ports and returns the first. */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const servers = Array.from({ length: count }, () => createServer())
    const results = await Promise.allSettled(servers.map((server, index) => listen(server, first + index)))
    await Promise.all(
      servers.filter(({ listening }) => listening).map(server => server[Symbol.asyncDispose]()),
    )
    if (results.every(({ status }) => status === 'fulfilled')) return first
  }
  throw new Error('no free ports in a row')
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

function wholeRequest(received: string): WireRequest | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const [, method = '', target = ''] = /^(\S+) (\S+) /.exec(received) ?? []
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0)
  const body = received.slice(headEnd + 4)
  return body.length < length ? undefined : { method, target, body }
}

function respond(socket: Socket, answer: WireAnswer): void {
  if (answer === 'never') return
  if (answer === 'drop') {
    socket.destroy()
    return
  }
  const body = Buffer.from(answer.xml)
  const head = [
    `HTTP/1.1 ${answer.status ?? 200} OK`,
    'Content-Type: text/xml',
    `Content-Length: ${answer.contentLength ?? body.length}`,
    'Connection: close',
    ...(answer.headers ?? []),
  ]
  setTimeout(() => {
    socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
  }, answer.delayMs ?? 0)
}
