import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'

import type { Device } from '../device.ts'
import { profiles } from '../vendors.ts'
import { isVendor, type Vendor } from '../registry.ts'
import type { Verb } from '../scenarios.ts'

export type Answer = {
  status: string
  headers: ReadonlyMap<string, string>
  body: Buffer
}

/** A service of a device, or any port. `unanswered` counts the requests that the service has left without an answer. */
type Service = { port: number; ca?: string | undefined; unanswered?: () => number }

/**
 * Returns a service's answer, 'silence' if the service has read the request and left it without an answer, or 'broken'
 * if the connection broke. `leave` breaks the connection.
 */
export async function exchange(
  to: Service,
  request: string | readonly string[],
  leave?: AbortSignal,
): Promise<Answer | 'silence' | 'broken'> {
  const isSilent = silenceOf(to)
  const socket =
    to.ca === undefined
      ? connect(to.port, '127.0.0.1')
      : connectTls({ port: to.port, host: '127.0.0.1', ca: to.ca, servername: 'localhost' })
  leave?.addEventListener('abort', () => socket.destroy())
  const received: Buffer[] = []
  socket.on('data', chunk => received.push(chunk))
  socket.on('error', () => socket.destroy())
  const hasEnded = () => socket.readableEnded || socket.destroyed
  void send(socket, typeof request === 'string' ? [request] : request)
  while (!hasEnded() && !isSilent()) await sleep(2)
  const end = hasEnded() ? 'broken' : 'silence'
  socket.destroy()
  const bytes = Buffer.concat(received)
  return bytes.length > 0 ? readAnswer(bytes) : end
}

function silenceOf({ unanswered = () => 0 }: Service): () => boolean {
  const before = unanswered()
  return () => unanswered() > before
}

/** Calls one service of the device as a browser does, with the service's path and scheme. */
export async function call(
  device: Device,
  verb: Verb,
  options: { body?: string; service?: number; leave?: AbortSignal } = {},
): Promise<Answer | 'silence' | 'broken'> {
  const service = serviceOf(device, options.service)
  const path = verb === 'RDSERVICE' ? '/' : profiles[service.vendor].paths[verb]
  return exchange(service, requestText(verb, path, options.body), options.leave)
}

/** Returns the answer of a call. Throws if there is no answer. */
export async function answerOf(...args: Parameters<typeof call>): Promise<Answer> {
  const answer = await call(...args)
  if (typeof answer === 'string') throw new Error(`The service answered with ${answer}`)
  return answer
}

export function requestText(
  verb: string,
  target: string,
  body = '',
  headers: readonly string[] = [],
): string {
  const head = [
    `${verb} ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: text/xml',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

export function captureBody(opts: Readonly<Record<string, string>> = {}): string {
  const attributes = {
    fCount: '1',
    fType: '2',
    format: '0',
    pidVer: '2.0',
    timeout: '20000',
    wadh: 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc=',
    posh: 'UNKNOWN',
    env: 'P',
    ...opts,
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  return `<PidOptions ver="1.0"><Opts${written.join('')}/><CustOpts></CustOpts></PidOptions>`
}

export function serviceOf(device: Device, index = 0): Required<Service> & { vendor: Vendor } {
  const told = (name: string) => {
    const services = fieldOf(device.control.get(), 'services')
    return fieldOf(Array.isArray(services) ? services[index] : undefined, name)
  }
  const vendor = told('vendor')
  if (typeof vendor !== 'string' || !isVendor(vendor)) throw new Error('There is no such service')
  const isSecure = told('scheme') === 'https'
  return {
    port: Number(told('port')),
    vendor,
    ca: isSecure ? String(fieldOf(device.control.get(), 'tlsCertificate')) : undefined,
    unanswered: () => Number(told('unanswered')),
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

async function send(socket: { write(text: string): boolean }, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    socket.write(part)
    await sleep(5)
  }
}

function readAnswer(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: statusLine, headers: new Map(headers), body: bytes.subarray(end + 4) }
}
