import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { signedWebhookHeaders } from '../../product/server/src/gateways/bank.ts'
import { testDay } from '../../product/server/testing/fixed/test-day.ts'
import { runConformance } from './run-conformance.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const key = 'key-of-the-provider'

type Request = { path: string; headers: Record<string, string>; body: string }
type Answer = { status: number; body?: unknown }

/** The fault of the bank or provider that the server below plays, as a test sets it. Without a fault, it is ''. */
let fault = ''
let server: Server
let url = ''
const stored = new Set<string>()

beforeAll(async () => {
  server = createServer((request, response) => void handle(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await buffer(request)).toString('utf8')
  const headers = request.headers as Record<string, string>
  if (fault === 'never answers') return
  const answer = await answerTo({ path: request.url ?? '', headers, body })
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  response.writeHead(answer.status, { location: '/elsewhere' }).end(text)
}

beforeEach(() => {
  fault = ''
  stored.clear()
})

afterAll(() => server.close())

async function answerTo(request: Request): Promise<Answer> {
  if (fault === 'redirects') return { status: 302 }
  if (request.path === '/messages') return answerToMessage(request)
  if (fault !== 'verifies nothing' && !isSigned(request)) return { status: 401 }
  const { reference, type, id } = JSON.parse(request.body) as Record<string, string>
  const isKnown =
    reference === 'DBS10001' || (fault === 'ignores case' && reference?.toUpperCase() === 'DBS10001')
  switch (request.path) {
    case '/references/look':
      if (reference === 'DBS70001') return { status: 200, body: { status: 'not-allowed' } }
      if (fault === 'bare 404' && !isKnown) return { status: 404 }
      return isKnown
        ? { status: 200, body: { status: fault === 'own words' ? 'ok' : 'allowed' } }
        : { status: 404, body: { status: 'unknown' } }
    case '/references/customer':
      if (!isKnown) return { status: 404 }
      return { status: 200, body: { kind: 'number', value: fault === 'number' ? 12 : '012345678901' } }
    default: {
      const taken = fault === 'proxy' ? { status: 200, body: '<html>' } : { status: 204 }
      if (stored.has(id ?? '')) return fault === 'refuses a repeat' ? { status: 409 } : taken
      if (fault === 'refuses what is new' && type === 'conformance') return { status: 400 }
      stored.add(id ?? '')
      return taken
    }
  }
}

function answerToMessage({ headers, body }: Request): Answer {
  if (fault !== 'any key' && headers['authorization'] !== `Bearer ${key}`) return { status: 401 }
  const { to, id } = JSON.parse(body) as Record<string, string>
  if (to === undefined) return { status: fault === 'takes no receiver' ? 202 : 400 }
  if (fault === 'refuses a repeat' && stored.has(id ?? '')) return { status: 409 }
  stored.add(id ?? '')
  return { status: 202 }
}

function isSigned({ headers, body }: Request): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = headers
  const seconds = Number(timestamp)
  const isInTime = fault === 'reads no clock' || Math.abs(testDay.getTime() / 1000 - seconds) <= 300
  const right = signedWebhookHeaders({ secret, id, sentOn: new Date(seconds * 1000), body })[
    'webhook-signature'
  ]
  const signatures = headers['webhook-signature']?.split(' ') ?? []
  const read = fault === 'reads one signature' ? signatures.slice(0, 1) : signatures
  return timestamp !== '' && isInTime && read.includes(right ?? '')
}

async function walked(...args: string[]): Promise<{ code: number; output: string; broken: string[] }> {
  const lines: string[] = []
  const deadlineMs = fault === 'never answers' ? 50 : 10_000
  const code = await runConformance(args, {
    bankSettings: address => ({ url: address, secret, deadlineMs }),
    smsSettings: address => ({ url: address, key, deadlineMs }),
    now: () => testDay,
    say: line => lines.push(line),
  })
  const broken = lines.filter(line => line.includes('✗')).map(line => line.trim().split('\n')[0] ?? '')
  return { code, output: lines.join('\n'), broken }
}

const ofBank = () => [
  '--url',
  `${url}/`,
  '--reference',
  'DBS10001',
  '--not-allowed',
  'DBS70001',
  '--with-result',
]
const ofSms = () => ['--sms-url', url, '--phone', '9000000001']

test('a bank and a provider that keep every promise pass, and each event and message is stored once', async () => {
  const { code, output, broken } = await walked(...ofBank(), ...ofSms())
  expect(broken).toEqual([])
  expect(code).toBe(0)
  expect(output).toMatch(
    /(\d+) of \1 promises of docs\/integration.md are kept\. The slowest answer took \d+ ms\./,
  )
  expect(stored.size).toBe(5) // They are a test event, an unknown event, a result, a failure and a message.
})

test.each([
  ['verifies nothing', 18, '✗ /references/customer: a request with no signature is refused'],
  ['reads no clock', 6, '✗ /kyc-results: a request with a time 10 minutes ago is refused'],
  ['reads one signature', 1, '✗ /references/look: one right signature of several is enough'],
  ['own words', 3, '✗ /references/look: DBS10001 is allowed'],
  ['bare 404', 4, '✗ /references/look: an unknown reference is unknown'],
  ['ignores case', 1, "✗ /references/look: one spelling of a reference counts (asked for 'dbs10001')"],
  ['number', 1, '✗ /references/customer: DBS10001 has an id'],
  ['refuses a repeat', 3, '✗ /kyc-results: the same test event is acknowledged again'],
  ['refuses what is new', 1, '✗ /kyc-results: an event of an unknown type is acknowledged'],
  ['proxy', 7, '✗ /kyc-results: a test event is acknowledged'],
])('a bank that has the fault "%s" breaks %i promises and exits with 1', async (broken, count, line) => {
  fault = broken
  const result = await walked(...ofBank())
  expect(result.code).toBe(1)
  expect(result.broken).toContain(line)
  expect(result.broken).toHaveLength(count)
})

test.each([
  ['any key', 2, '✗ /messages: a wrong key is refused'],
  ['takes no receiver', 1, '✗ /messages: a message without receiver and text is refused'],
  ['refuses a repeat', 1, '✗ /messages: the same message is taken again (look that the phone got it once)'],
])('a provider that has the fault "%s" breaks %i promises', async (broken, count, line) => {
  fault = broken
  const result = await walked(...ofSms())
  expect(result.broken).toContain(line)
  expect(result.broken).toHaveLength(count)
})

test.each([
  ['never answers', 'no answer within the deadline'],
  ['redirects', 'answered HTTP 302'],
])('of a bank that "%s", every line tells so', async (broken, reason) => {
  fault = broken
  const { output, code } = await walked('--url', url, '--reference', 'DBS10001')
  expect(code).toBe(1)
  expect(output.split(reason).length - 1).toBe(output.split('✗').length - 1)
})

test('a bank that is not there is told so, without its address and secret', async () => {
  const { output } = await walked('--url', 'http://127.0.0.1:9', '--reference', 'DBS10001')
  expect(output).toContain('could not be reached (ECONNREFUSED)')
  expect(output).not.toContain(secret)
})

test('no line has an id number, whatever the bank answers', async () => {
  fault = 'number'
  expect((await walked(...ofBank())).output).not.toContain('012345678901')
})

test.each([
  [[]],
  [['--url', 'http://bank']],
  [['--reference', 'DBS10001']],
  [['--sms-url', 'http://sms', '--phone', '12']],
  [['--what']],
])('%j is answered with the usage and 2', async args => {
  const { code, output } = await walked(...args)
  expect(code).toBe(2)
  expect(output).toMatch(/^Usage: npm run node -- proving\/bank-conformance/)
})
