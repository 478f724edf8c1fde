import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
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

/** Returns a service's answer, 'silence' after `silentForMs` without a byte, or 'broken' if the connection broke. */
export async function exchange(
  to: { port: number; ca?: string },
  request: string | readonly string[],
  silentForMs = 300,
): Promise<Answer | 'silence' | 'broken'> {
  const socket =
    to.ca === undefined
      ? connect(to.port, '127.0.0.1')
      : connectTls({ port: to.port, host: '127.0.0.1', ca: to.ca, servername: 'localhost' })
  const received: Buffer[] = []
  socket.on('data', chunk => received.push(chunk))
  const ended = new Promise<'ended' | 'broken'>(resolve => {
    socket.on('end', () => resolve('ended'))
    socket.on('close', () => resolve('broken'))
    socket.on('error', () => resolve('broken'))
  })
  void send(socket, typeof request === 'string' ? [request] : request)
  const how = await Promise.race([ended, pause(silentForMs, 'silence' as const, { ref: false })])
  socket.destroy()
  const bytes = Buffer.concat(received)
  return bytes.length === 0 ? (how === 'silence' ? 'silence' : 'broken') : readAnswer(bytes)
}

/** Calls one service of the device as a browser does, with the service's path and scheme. */
export async function call(
  device: Device,
  verb: Verb,
  options: { body?: string; service?: number; silentForMs?: number } = {},
): Promise<Answer | 'silence' | 'broken'> {
  const { port, vendor, ca } = serviceOf(device, options.service)
  const path = verb === 'RDSERVICE' ? '/' : profiles[vendor].paths[verb]
  return exchange(
    { port, ...(ca && { ca }) },
    requestText(verb, path, options.body),
    options.silentForMs ?? 10_000,
  )
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

export function serviceOf(
  device: Device,
  index = 0,
): { port: number; vendor: Vendor; ca: string | undefined } {
  const told: unknown = device.control.get()
  const services = fieldOf(told, 'services')
  const service: unknown = Array.isArray(services) ? services[index] : undefined
  const vendor = fieldOf(service, 'vendor')
  if (typeof vendor !== 'string' || !isVendor(vendor)) throw new Error('There is no such service')
  const ca = fieldOf(service, 'scheme') === 'https' ? String(fieldOf(told, 'tlsCertificate')) : undefined
  return { port: Number(fieldOf(service, 'port')), vendor, ca }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

async function send(socket: { write(text: string): boolean }, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    socket.write(part)
    await pause(5)
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
