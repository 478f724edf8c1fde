import { calls, type CallName } from '@ekyc/contract/calls'
import { vi } from 'vitest'

/** What the stubbed network answers to one call: a body for 200, or a whole answer; a function sees the request. */
export type StubAnswer = Record<string, unknown> | Response | Error
export type StubAnswers = Partial<Record<CallName, StubAnswer | (() => StubAnswer | Promise<StubAnswer>)>>

export type SeenRequest = {
  name: CallName
  url: string
  headers: Headers
  body: Record<string, unknown> & { header: Record<string, string>; device: Record<string, unknown> }
}

/** Replaces the network, and nothing behind it: what the portal sends is kept, what it gets is told here. */
export function stubServer(answers: StubAnswers = {}) {
  const seen: SeenRequest[] = []
  const server = {
    seen,
    answers: { ...usual, ...answers },
    /** The requests of one call, oldest first. */
    of: (name: CallName) => seen.filter(request => request.name === name),
  }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/branding.json') return json(brandingFile)
    const name = nameOf(url)
    seen.push({
      name,
      url,
      headers: new Headers(init?.headers),
      body: JSON.parse(typeof init?.body === 'string' ? init.body : '{}'),
    })
    const answer = server.answers[name] ?? {}
    const given = typeof answer === 'function' ? await answer() : answer
    if (given instanceof Error) throw given
    return given instanceof Response ? given : json({ ...granted, ...given })
  })
  return server
}

export function refusal(displayMsg: string, status = 200, headers?: Record<string, string>): Response {
  return json({ response: { success: false, displayMsg } }, status, headers)
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', date: new Date().toUTCString(), ...headers },
  })
}

export const brandingFile = {
  bankName: 'River Bank',
  productName: 'River eKYC',
  copyright: '© River Bank',
  providerCredit: { text: 'by Provider', url: 'https://provider.example/' },
  emails: { grievance: 'grievance@river.example', dispute: 'dispute@river.example' },
}

export const otpDetails = {
  otpRefId: 'handle-1',
  expiresOn: '2026-11-21T10:05:00.000Z',
  resendAfter: 60,
  triesLeft: 5,
  sentTo: 'XXXXXX0001',
}

export const asha = {
  name: 'Asha Verma',
  mobile: '9000000001',
  email: 'asha@river.example',
  address: { addressLine1: '12 Market Road', addressLine2: 'Pune' },
  assignedRoles: ['DBS_AGENT'],
}

const granted = { response: { success: true, displayMsg: '' } }

const usual: StubAnswers = {
  getAddress: { ipAddress: '203.0.113.7' },
  checkUser: { otpRequired: false, otpDetails: null },
  resetPassword: { otpDetails },
  login: { token: 'token-1', expiresIn: 600_000_000, otpRequired: false, otpDetails: null },
  getProfile: { user: asha },
  getRole: { roleId: 'DBS_AGENT', privileges: ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP', 'SET_NEW_PASSWORD'] },
  getStatistics: { userStatistics: [] },
  listOrders: { orders: [], totalPages: 0, totalItems: 0, currentPage: 1 },
}

function nameOf(url: string): CallName {
  for (const [name, { path }] of Object.entries(calls)) {
    if (new RegExp(`^${path.replace(/:\w+/, '[^/]+')}$`).test(url)) return name as CallName
  }
  throw new TypeError(`nobody answers at ${url}`)
}
