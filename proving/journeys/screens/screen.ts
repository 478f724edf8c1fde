import { refusals } from '@ekyc/contract/refusals'
import type { Page } from '@playwright/test'

/** The test's answer to a call. 'nothing' leaves the call open, 'broken' cuts the connection. */
export type Answer = 'nothing' | 'broken' | { status?: number; body: object }

/** One screen in one state: the browser's storage, the network's answers, the agent's actions, and a text to expect. */
export type Screen = {
  /** A route of the portal, or 'elsewhere' for any other path. */
  path: string
  state: string
  /** The content of the browser's storage. 'checked' is a mobile number before the log-in. The default is 'session'. */
  holds?: 'nothing' | 'checked' | 'session' | 'session without cookie'
  slice?: Record<string, unknown>
  opensAt?: string
  answers?: Record<string, Answer>
  /** Prepares the page before the page's own scripts run. */
  before?: (page: Page) => Promise<{ dispose(): Promise<void> }>
  device?: Record<string, unknown>
  act?: (page: Page) => Promise<unknown>
  shows: string | RegExp
}

export function statesOf(path: Screen['path'], states: Omit<Screen, 'path'>[]): Screen[] {
  return states.map(state => ({ path, ...state }))
}

const api = '/api/v1/dbs'
export const calls = {
  check: `${api}/user/check`,
  reset: `${api}/user/password/reset`,
  set: `${api}/user/password/set`,
  login: `${api}/user/login/password`,
  security: `${api}/user/security/get`,
  endSession: `${api}/user/session/end`,
  endOthers: `${api}/user/session/end/others`,
  sendPasskeyOtp: `${api}/user/passkey/otp`,
  startPasskey: `${api}/user/passkey/start`,
  removePasskey: `${api}/user/passkey/remove`,
  statistics: `${api}/mis/statistics/get`,
  outages: `${api}/mis/outages/get`,
  orders: `${api}/ekyc/order/byUser`,
  order: `${api}/ekyc/order/get`,
  found: `${api}/ekyc/order/find`,
  reference: `${api}/ekyc/refcode/check/`,
  submit: `${api}/ekyc/order/submit`,
}

export const envelope = (success: boolean, displayMsg = '', code = '') => ({
  response: { success, displayMsg, ...(code && { code }) },
})
export const refusal = (code: keyof typeof refusals): Answer => ({
  body: envelope(false, refusals[code], code),
})
export const overloaded: Answer = {
  status: 503,
  body: envelope(false, 'The service is busy, please try again shortly', 'busy'),
}
export const noOrders: Answer = {
  body: { ...envelope(true), orders: [], totalPages: 0, totalItems: 0, currentPage: 1 },
}

export const passkeys = [
  {
    id: 'AQ',
    name: 'Chrome on Windows',
    createdOn: '2026-09-02T05:10:00.000Z',
    lastUsedOn: '2026-11-21T04:40:00.000Z',
  },
  { id: 'Ag', name: 'Samsung Internet on Android', createdOn: '2026-11-19T12:00:00.000Z', lastUsedOn: null },
]
export function securityWith(own: object[], sessions: object[] = []): Record<string, Answer> {
  return { [calls.security]: { body: { ...envelope(true), passkeys: own, sessions } } }
}

/** The answer to the outages call when the authority has been failing or slow for all agents since 10:12 in India. */
export const authorityOutage: Record<string, Answer> = {
  [calls.outages]: {
    body: { ...envelope(true), outages: [{ service: 'authority', since: '2026-11-22T04:42:00.000Z' }] },
  },
}
export const outageText = /authority has been slow for everybody since .*10:12/

/** The portal's address under a host name, which hides from the portal that its server runs on this computer. */
export const byName = 'http://agent.localhost'

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()

export const inTurn =
  (...acts: NonNullable<Screen['act']>[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page)
  }

export const permission = (state: string) => ({
  opensAt: byName,
  before: (page: Page) =>
    page.addInitScript(answer => {
      navigator.permissions.query = async () =>
        Object.assign(new EventTarget(), { state: answer }) as PermissionStatus
    }, state),
})

export function noCopying(page: Page) {
  return page.addInitScript(() => {
    navigator.clipboard.writeText = async () => {
      throw new DOMException('Write permission denied.', 'NotAllowedError')
    }
  })
}

/** Replaces the device services of this computer: either no port answers ('silent'), or two services are 'ready'. */
export const everyScanner = (are: 'silent' | 'ready') => (page: Page) =>
  page.addInitScript(kind => {
    const ask = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const url = String(input instanceof Request ? input.url : input)
      const port = /^http:\/\/127\.0\.0\.1:(111\d\d)\//.exec(url)?.[1]
      if (!port || kind === 'silent') return port ? new Promise<Response>(() => {}) : ask(input, init)
      if (port !== '11100' && port !== '11101') throw new TypeError('Failed to fetch')
      const xml =
        init?.method === 'RDSERVICE'
          ? '<RDService status="READY" info="Scanner ' +
            port +
            '"><Interface id="DEVICEINFO" path="/rd/info"/><Interface id="CAPTURE" path="/rd/capture"/></RDService>'
          : '<DeviceInfo dpId="X" rdsId="X.1" rdsVer="1" dc="1" mi="Model ' + port + '" mc="A"/>'
      return new Response(xml, { headers: { 'content-type': 'text/xml' } })
    }
  }, are)
