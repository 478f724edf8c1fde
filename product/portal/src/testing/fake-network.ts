import type { ScreenBranding } from '@ekyc/contract/branding'
import { calls, type CallName } from '@ekyc/contract/calls'
import { vi } from 'vitest'

import { brandingFile, usualAnswers } from './usual-answers.ts'

export type SentRequest = {
  method: string
  url: string
  headers: Headers
  text: string
  /** The parsed JSON body of a call to the server; an empty object for a GET or for a call to a device. */
  body: Record<string, unknown> & { header: Record<string, string>; device: Record<string, unknown> }
}
/** The JSON fields of an answer: a success unless `response` says otherwise. A function gives a Response or throws. */
export type FakeAnswer = Record<string, unknown> | (() => Response | Promise<Response>)
export type FakeDevice = Partial<
  Record<'RDSERVICE' | 'DEVICEINFO' | 'CAPTURE' | 'GET', string | (() => Promise<Response>)>
>
export type FakeNetwork = ReturnType<typeof fakeNetwork>

/** Replaces `fetch`, which is the browser's only way to the server and the devices. Nothing else is fake. */
export function fakeNetwork() {
  const requests: SentRequest[] = []
  const answers = new Map<string, FakeAnswer[]>(
    Object.entries(usualAnswers).map(([name, answer]) => [name, [answer]]),
  )
  const devices = new Map<string, FakeDevice>()
  let aheadMs = 0
  let isServerUp = true
  let brand: Partial<ScreenBranding> = brandingFile

  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}): Promise<Response> => {
    if (url === '/branding.json') return isServerUp ? Response.json(brand) : cutConnection()
    if (url === '/health/live') return isServerUp ? new Response('') : cutConnection()
    const { method = 'GET' } = init
    const text = typeof init.body === 'string' ? init.body : ''
    const isDevice = /^https?:/.test(url)
    const body = JSON.parse(isDevice || text === '' ? '{}' : text) as SentRequest['body']
    requests.push({ method, url, headers: new Headers(init.headers), text, body })
    if (isDevice) return deviceAnswer(devices, method, url, init.signal)

    const list = answers.get(nameOf(url) ?? '') ?? []
    const answer = (list.length > 1 ? list.shift() : list[0]) ?? cutConnection
    if (typeof answer === 'function') return answer()
    const date = new Date((vi.getMockedSystemTime()?.getTime() ?? 0) + aheadMs).toUTCString()
    return Response.json({ response: { success: true, displayMsg: '' }, ...answer }, { headers: { date } })
  })

  const requestsOf = (name: CallName) => requests.filter(({ url }) => nameOf(url) === name)
  return {
    requests,
    requestsOf,
    sent: (name: CallName) => requestsOf(name).map(({ body }) => body),
    atDevices: () =>
      requests.filter(({ url }) => /^https?:/.test(url)).map(({ method, url }) => `${method} ${url}`),
    /** Sets the answers to the calls with this name, in their order. Further calls get the last answer again. */
    answer: (name: CallName, ...list: FakeAnswer[]) => void answers.set(name, list),
    brand: (fields: Partial<ScreenBranding>) => void (brand = { ...brandingFile, ...fields }),
    plugIn: (port: number, device: FakeDevice, scheme: 'http' | 'https' = 'http') =>
      void devices.set(`${scheme}:${port}`, device),
    serverIsAhead: (ms: number) => void (aheadMs = ms),
    serverIsUp: (isUp: boolean) => void (isServerUp = isUp),
  }
}

/** The text of a successful answer, for one that arrives later. */
export function success(fields: Record<string, unknown>): string {
  return JSON.stringify({ response: { success: true, displayMsg: '' }, ...fields })
}

export function refusal(displayMsg: string, more: Record<string, unknown> = {}): FakeAnswer {
  return { response: { success: false, displayMsg }, ...more }
}

export function httpError(
  status: number,
  displayMsg: string,
  headers: Record<string, string> = {},
): FakeAnswer {
  return () => Response.json(refusal(displayMsg), { status, headers })
}

export function cutConnection(): never {
  throw new TypeError('Failed to fetch')
}

export function neverAnswered(): Promise<Response> {
  return new Promise(() => {})
}

export function answerLater(): {
  answer: () => Promise<Response>
  arrive: (text: string, status?: number) => void
} {
  let settle: (response: Response) => void = () => {}
  const answer = new Promise<Response>(resolve => {
    settle = resolve
  })
  return { answer: () => answer, arrive: (text, status = 200) => settle(new Response(text, { status })) }
}

function nameOf(url: string): string | undefined {
  return Object.entries(calls).find(([, { path }]) =>
    new RegExp(`^${path.replace(/:\w+/, '[^/]+')}$`).test(url),
  )?.[0]
}

async function deviceAnswer(
  devices: Map<string, FakeDevice>,
  method: string,
  input: string,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  const url = new URL(input)
  const device = devices.get(`${url.protocol}${url.port}`)
  const answer = device?.[method as keyof FakeDevice] ?? cutConnection
  if (typeof answer === 'string') return new Response(answer)
  return Promise.race([
    answer(),
    new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    }),
  ])
}
