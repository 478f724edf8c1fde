import { calls, type CallName } from '@ekyc/contract/calls'
import { vi } from 'vitest'

export type SentRequest = { method: string; url: string; headers: Headers; body: string }
/** What an answer is made of: JSON fields beside a good envelope, a whole Response, or a broken line. */
export type FakeAnswer = Record<string, unknown> | (() => Response | Promise<Response>)
export type FakeDevice = Partial<
  Record<'RDSERVICE' | 'DEVICEINFO' | 'CAPTURE', string | (() => Promise<Response>)>
>

export type FakeNetwork = {
  /** Answers a call, the last of several for good. */
  answer: (name: CallName, ...answers: FakeAnswer[]) => void
  plugIn: (port: number, device: FakeDevice) => void
  sent: (name: CallName) => Record<string, unknown>[]
  /** The calls that devices on this computer got, as 'VERB url'. */
  atDevices: () => string[]
  requests: SentRequest[]
  /** How far the server's Date header is ahead of this computer. */
  serverIsAhead: (ms: number) => void
}

/** The world outside the browser, replaced where the browser meets it: fetch. Nothing else is faked. */
export function fakeNetwork(): FakeNetwork {
  const requests: SentRequest[] = []
  const answers = new Map<string, FakeAnswer[]>()
  const devices = new Map<number, FakeDevice>()
  let aheadMs = 0

  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', body } = init
    const text = typeof body === 'string' ? body : ''
    requests.push({ method, url: input, headers: new Headers(init.headers), body: text })
    if (/^https?:/.test(input)) return deviceAnswer(devices, method, input, init.signal)
    if (input === '/api/v1/address') {
      const date = new Date(Date.now() + aheadMs).toUTCString()
      return Response.json({ ipAddress: '10.1.2.3' }, { headers: { date } })
    }
    // The server lives, whatever becomes of a single call.
    if (input === '/health/live') return new Response('')
    const waiting = answers.get(input) ?? []
    const next = waiting.length > 1 ? waiting.shift() : waiting[0]
    if (!next) throw new TypeError('Failed to fetch')
    if (typeof next === 'function') return next()
    return Response.json({ response: { success: true, displayMsg: '' }, ...next })
  })

  return {
    requests,
    serverIsAhead: ms => void (aheadMs = ms),
    answer: (name, ...list) => void answers.set(calls[name].path, list),
    plugIn: (port, device) => void devices.set(port, device),
    sent: name =>
      requests
        .filter(({ url }) => url === calls[name].path)
        .map(({ body }): Record<string, unknown> => JSON.parse(body)),
    atDevices: () =>
      requests.filter(({ url }) => /^https?:/.test(url)).map(({ method, url }) => `${method} ${url}`),
  }
}

export function refusal(displayMsg: string, more: Record<string, unknown> = {}): FakeAnswer {
  return { response: { success: false, displayMsg }, ...more }
}

export function httpError(
  status: number,
  displayMsg: string,
  more: Record<string, unknown> = {},
): FakeAnswer {
  return () => Response.json({ response: { success: false, displayMsg }, ...more }, { status })
}

export function brokenLine(): FakeAnswer {
  return () => Promise.reject(new TypeError('Failed to fetch'))
}

export function neverAnswered(): Promise<Response> {
  return new Promise(() => {})
}

/** An answer whose time the test chooses. */
export function answerLater(): { answer: () => Promise<Response>; arrive: (text: string) => void } {
  let settle: (response: Response) => void = () => {}
  const answer = new Promise<Response>(resolve => {
    settle = resolve
  })
  return { answer: () => answer, arrive: text => settle(new Response(text)) }
}

async function deviceAnswer(
  devices: Map<number, FakeDevice>,
  method: string,
  input: string,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  const url = new URL(input)
  const device = url.protocol === 'http:' ? devices.get(Number(url.port)) : undefined
  const answer = device?.[method as keyof FakeDevice]
  if (answer === undefined) throw new TypeError('Failed to fetch')
  if (typeof answer === 'string') return new Response(answer)
  return Promise.race([
    answer(),
    new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    }),
  ])
}
