import { randomUUID } from 'node:crypto'

import { paths } from '@ekyc/contract/paths'
import { captureTexts, listTexts, newPasswordTexts, sessionTexts, signInTexts } from '@ekyc/contract/texts'
import type { Page } from '@playwright/test'

import type { Product } from './product.ts'

/**
 * What a call is answered with instead of the server's own answer; 'nothing' leaves it open, 'broken' cuts the line.
 */
export type Answer = 'nothing' | 'broken' | { status?: number; body: object }

/** One screen in one state: what the browser holds, what the network says, what the agent did, and what proves it. */
export type Screen = {
  /** A route of the product; 'elsewhere' is any other path. */
  path: string
  state: string
  /** What the browser holds when it opens: nothing, a checked mobile, or (unless said) a signed-in agent's session. */
  holds?: 'nothing' | 'checked' | 'session' | 'session without cookie'
  /** Over the session slice. */
  slice?: Record<string, unknown>
  /** Opens here instead of at the route's own path. */
  opensAt?: string
  answers?: Record<string, Answer>
  /** Before the page's own scripts; what it hands back ends it. */
  before?: (page: Page) => Promise<{ dispose(): Promise<void> }>
  device?: Record<string, unknown>
  act?: (page: Page) => Promise<void>
  /** A text of the screen in this state. */
  shows: string | RegExp
}

const api = '/api/v1/dbs'
const calls = {
  check: `${api}/user/check`,
  reset: `${api}/user/password/reset`,
  set: `${api}/user/password/set`,
  login: `${api}/user/login/password`,
  statistics: `${api}/mis/statistics/get`,
  orders: `${api}/ekyc/order/byUser`,
  reference: `${api}/ekyc/refcode/check/`,
  submit: `${api}/ekyc/order/submit`,
}

const envelope = (success: boolean, displayMsg = '') => ({ response: { success, displayMsg } })
const refusal = (displayMsg: string): Answer => ({ body: envelope(false, displayMsg) })
const overloaded: Answer = {
  status: 503,
  body: envelope(false, 'The service is busy, please try again shortly'),
}
const noOrders: Answer = {
  body: { ...envelope(true), orders: [], totalPages: 0, totalItems: 0, currentPage: 1 },
}
const noStatistics: Answer = { body: { ...envelope(true), userStatistics: [] } }
export const otpDetails = () => ({
  otpRefId: randomUUID(),
  expiresOn: new Date(Date.now() + 300_000).toISOString(),
  resendAfter: 60,
  triesLeft: 5,
  sentTo: '9xxxxxx002',
})

const order = {
  orderId: 'ORD-1',
  wadh: 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc=',
  dbsRefCode: 'DBS10001',
}
const openOrder = { prepareOrderResponse: order, refNo: order.dbsRefCode }
const result = {
  status: 'KYC_FAILURE',
  cause: 'refused',
  authority: { source: 'authentication', code: '300', action: '' },
  orderId: '5b5c1ef6-0a07-4a2c-9a55-1c4e3b0b9d1f',
  txnId: 'UKC:0123456789abcdef0123456789abcdef',
  displayMsg: 'The fingerprint did not match. (300)',
  createdOn: '2026-03-04T05:06:07.000Z',
  dbsRefCode: 'DBS20001',
  returnTo: '/dashboard',
}
const success = {
  ...result,
  status: 'KYC_SUCCESS',
  cause: '',
  authority: null,
  displayMsg: 'Success',
  dbsRefCode: 'DBS10001',
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()
const tickAndCapture = async (page: Page) => {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
}
const captured = async (page: Page) => {
  await tickAndCapture(page)
  await page.getByRole('button', { name: 'Proceed' }).waitFor()
}
const fillPasswords = async (page: Page) => {
  await page.getByLabel('OTP').fill('123456')
  await page.getByRole('textbox', { name: 'New password' }).fill('Fresh@Start1')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Fresh@Start1')
  await page.getByRole('button', { name: 'Submit' }).click()
}
const submitEmpty = press('Submit')
const permission = (state: string) => (page: Page) =>
  page.addInitScript(answer => {
    navigator.permissions.query = async () =>
      Object.assign(new EventTarget(), { state: answer }) as PermissionStatus
  }, state)
/** Under a name the portal cannot tell that it comes from this computer. */
const byName = 'http://agent.localhost'

/** Every route of the product in every state that looks different. A route of session/paths.ts may not be missing. */
export const screens: Screen[] = [
  { path: paths.home, state: 'as it opens', holds: 'nothing', shows: 'Mobile number' },
  { path: paths.login, state: 'as it opens', holds: 'nothing', shows: 'Mobile number' },
  {
    path: paths.login,
    state: 'a wrong number',
    holds: 'nothing',
    act: press('Continue'),
    shows: signInTexts.mobileWrong,
  },
  {
    path: paths.login,
    state: 'waiting',
    holds: 'nothing',
    answers: { [calls.check]: 'nothing' },
    act: enterMobile,
    shows: 'Please wait',
  },
  {
    path: paths.login,
    state: 'without a line',
    holds: 'nothing',
    answers: { [calls.check]: 'broken' },
    act: enterMobile,
    shows: 'Failed to fetch',
  },
  {
    path: paths.home,
    state: 'after the session has ended',
    holds: 'session without cookie',
    opensAt: paths.dashboard,
    shows: sessionTexts.expired,
  },
  { path: paths.loginWithPassword, state: 'as it opens', holds: 'checked', shows: 'Enter your password' },
  {
    path: paths.loginWithPassword,
    state: 'empty',
    holds: 'checked',
    act: submitEmpty,
    shows: signInTexts.passwordEmpty,
  },
  {
    path: paths.loginWithPassword,
    state: 'wrong, and shown',
    holds: 'checked',
    answers: { [calls.login]: refusal(signInTexts.passwordIncorrect) },
    async act(page) {
      await page.getByRole('textbox', { name: 'Password' }).fill('Wrong@2026')
      await press('Show')(page)
      await press('Submit')(page)
    },
    shows: signInTexts.passwordIncorrect,
  },
  {
    path: paths.otp,
    state: 'counting down',
    holds: 'checked',
    slice: { userChecked: { otpRequired: true, otpDetails: otpDetails(), receivedOn: Date.now() } },
    shows: 'Resend in',
  },
  { path: paths.otp, state: 'resend possible', holds: 'checked', shows: 'Resend OTP' },
  {
    path: paths.otp,
    state: 'wrong fields',
    holds: 'checked',
    act: submitEmpty,
    shows: newPasswordTexts.otpWrongLength,
  },
  {
    path: paths.otp,
    state: 'rules half met',
    holds: 'checked',
    async act(page) {
      await page.getByRole('textbox', { name: 'New password' }).fill('Fre§')
    },
    shows: 'Nothing but letters',
  },
  {
    path: paths.otp,
    state: 'refused',
    holds: 'checked',
    answers: { [calls.set]: refusal('The OTP is not correct.') },
    act: fillPasswords,
    shows: 'The OTP is not correct.',
  },
  {
    path: paths.otp,
    state: 'done',
    holds: 'checked',
    answers: { [calls.set]: { body: envelope(true) } },
    // The second after which the log-in opens does not end.
    before: page =>
      page.addInitScript(() => {
        const later = globalThis.setTimeout
        globalThis.setTimeout = ((then: () => void, ms?: number) =>
          ms === 1000 ? 0 : later(then, ms)) as typeof setTimeout
      }),
    act: fillPasswords,
    shows: newPasswordTexts.done,
  },
  { path: paths.dashboard, state: 'full', shows: 'Recent KYC' },
  {
    path: paths.dashboard,
    state: 'loading',
    answers: { [calls.orders]: 'nothing', [calls.statistics]: 'nothing' },
    shows: 'Recent KYC',
  },
  {
    path: paths.dashboard,
    state: 'empty',
    answers: { [calls.orders]: noOrders, [calls.statistics]: noStatistics },
    shows: listTexts.empty,
  },
  {
    path: paths.dashboard,
    state: 'failed',
    answers: { [calls.orders]: overloaded, [calls.statistics]: overloaded },
    shows: 'The service is busy',
  },
  {
    path: paths.dashboard,
    state: 'without DO_EKYC_APP',
    slice: { allPrevielages: ['VIEW_APP_DASHBOARD'] },
    shows: 'Recent KYC',
  },
  {
    path: paths.dashboard,
    state: 'without its privilege',
    slice: { allPrevielages: [] },
    shows: 'Sorry, You can not access dashboard!',
  },
  {
    path: paths.dashboard,
    state: 'the menu open',
    act: press(/User menu|Lakshmi/),
    shows: 'Logout',
  },
  {
    path: paths.dashboard,
    state: 'twelve months, one chosen',
    async act(page) {
      await page.getByLabel('Duration').selectOption('12M')
      await page.getByRole('radio').nth(3).check({ force: true })
    },
    shows: '12 Months',
  },
  {
    path: paths.dashboard,
    state: 'no duration',
    async act(page) {
      await page.getByLabel('Duration').selectOption('')
    },
    shows: 'Please select a valid duration',
  },
  {
    path: paths.dashboard,
    state: 'the session about to end',
    slice: { warningTime: 1 },
    shows: sessionTexts.goingToExpire,
  },
  {
    path: paths.dashboard,
    state: 'the network gone',
    answers: { [calls.orders]: 'broken', [calls.statistics]: 'broken', '/health/live': 'broken' },
    shows: 'The network is gone',
  },
  { path: paths.kycList, state: 'full', shows: 'Ref ID' },
  {
    path: paths.kycList,
    state: 'loading',
    answers: { [calls.orders]: 'nothing' },
    shows: 'Search by reference id',
  },
  { path: paths.kycList, state: 'empty', answers: { [calls.orders]: noOrders }, shows: listTexts.empty },
  { path: paths.kycList, state: 'failed', answers: { [calls.orders]: overloaded }, shows: 'Try again' },
  {
    path: paths.kycList,
    state: 'the filter open and wrong',
    async act(page) {
      await page.getByText('Filter').first().click()
      await press('Apply')(page)
    },
    shows: listTexts.statusWrong,
  },
  {
    path: paths.kycList,
    state: 'filtered',
    opensAt: '/kyc-list?page=40&status=KYC_FAILURE&from=2026-01-01',
    shows: 'Filter',
  },
  { path: paths.kycList, state: 'an empty search', act: press('Search'), shows: listTexts.searchEmpty },
  {
    path: paths.kycList,
    state: 'a search without a hit',
    async act(page) {
      await page.getByRole('searchbox').fill('NOBODY')
      await press('Search')(page)
    },
    shows: 'NOBODY',
  },
  { path: paths.doKyc, state: '1 reference', shows: 'Reference number' },
  { path: paths.doKyc, state: '1 reference empty', act: press('Check'), shows: 'Please enter valid' },
  {
    path: paths.doKyc,
    state: '1 checking',
    answers: { [calls.reference]: 'nothing' },
    act: checkReference,
    shows: 'Please wait',
  },
  {
    path: paths.doKyc,
    state: '1 refused, in a dialog',
    answers: { [calls.reference]: refusal('The reference number is not known to the bank.') },
    act: checkReference,
    shows: 'The reference number is not known to the bank.',
  },
  { path: paths.doKyc, state: '2 before the scan', slice: openOrder, shows: 'Capture Fingerprint' },
  {
    path: paths.doKyc,
    state: '2 consent missed',
    slice: openOrder,
    act: press('Capture Fingerprint'),
    shows: 'Ask the customer first',
  },
  {
    path: paths.doKyc,
    state: '2 before the browser asks',
    slice: openOrder,
    opensAt: byName,
    before: permission('prompt'),
    shows: /browser will ask/i,
  },
  {
    path: paths.doKyc,
    state: '2 kept away by the browser',
    slice: openOrder,
    opensAt: byName,
    before: permission('denied'),
    shows: 'The browser keeps this page away',
  },
  {
    path: paths.doKyc,
    state: '2 looking',
    slice: openOrder,
    before: page => everyScanner(page, 'silent'),
    act: tickAndCapture,
    shows: captureTexts.detecting,
  },
  {
    path: paths.doKyc,
    state: '2 choosing',
    slice: openOrder,
    before: page => everyScanner(page, 'ready'),
    act: tickAndCapture,
    shows: 'More than one scanner is ready',
  },
  {
    path: paths.doKyc,
    state: '2 capturing',
    slice: openOrder,
    device: { delayMs: 19_000 },
    act: tickAndCapture,
    shows: 'place one finger',
  },
  {
    path: paths.doKyc,
    state: '2 failed, in a dialog',
    slice: openOrder,
    device: { scenario: 'error', errCode: '730', errInfo: 'Capture failed' },
    act: tickAndCapture,
    shows: 'Capture failed',
  },
  {
    path: paths.doKyc,
    state: '2 failed, the dialog read',
    slice: openOrder,
    device: { scenario: 'error', errCode: '730' },
    async act(page) {
      await tickAndCapture(page)
      await press('Close')(page)
    },
    shows: 'What to do now',
  },
  {
    path: paths.doKyc,
    state: '2 no service',
    slice: openOrder,
    device: { scenario: 'not-rd-service' },
    act: tickAndCapture,
    shows: captureTexts.serviceNotFound,
  },
  {
    path: paths.doKyc,
    state: '2 no scanner',
    slice: openOrder,
    device: { scenario: 'not-ready' },
    act: tickAndCapture,
    shows: captureTexts.notConnected,
  },
  {
    path: paths.doKyc,
    state: '2 a wrong clock',
    slice: openOrder,
    before: page =>
      page.addInitScript(() => {
        const now = Date.now
        Date.now = () => now() + 20 * 60_000
      }),
    shows: 'clock is wrong',
  },
  {
    path: paths.doKyc,
    state: '3 captured',
    slice: openOrder,
    act: captured,
    shows: captureTexts.captured,
  },
  {
    path: paths.doKyc,
    state: '3 submitting',
    slice: openOrder,
    answers: { [calls.submit]: 'nothing' },
    async act(page) {
      await captured(page)
      await press('Proceed')(page)
    },
    shows: 'Asking the identity authority',
  },
  {
    path: paths.doKyc,
    state: 'without its privilege',
    slice: { allPrevielages: ['VIEW_APP_DASHBOARD'] },
    shows: "Sorry, You don't have permission to do kyc!",
  },
  { path: paths.kycResult, state: 'success', slice: { kycVal: success }, shows: 'Success' },
  { path: paths.kycResult, state: 'failure', slice: { kycVal: result }, shows: 'did not match' },
  {
    path: paths.kycResult,
    state: 'no answer in time',
    slice: { kycVal: { ...result, cause: 'timeout', authority: null, displayMsg: 'Timeout Error' } },
    shows: 'Timeout Error',
  },
  {
    path: paths.kycResult,
    state: 'copied',
    slice: { kycVal: success },
    async act(page) {
      await page.getByRole('button', { name: 'Copy' }).first().click()
    },
    shows: 'Copied',
  },
  {
    path: paths.kycResult,
    state: 'copying forbidden',
    slice: { kycVal: success },
    before: noCopying,
    async act(page) {
      await page.getByRole('button', { name: 'Copy' }).nth(2).click()
    },
    shows: 'Not copied',
  },
  { path: paths.kycResult, state: 'none', shows: 'There is no result to show.' },
  {
    path: paths.changePassword,
    state: 'asked for an OTP',
    answers: { [calls.reset]: { body: { ...envelope(true), otpDetails: otpDetails() } } },
    shows: 'Change password',
  },
  {
    path: paths.changePassword,
    state: 'no OTP to be had',
    answers: { [calls.reset]: overloaded },
    shows: 'The service is busy',
  },
  {
    path: paths.changePassword,
    state: 'wrong fields',
    answers: { [calls.reset]: { body: { ...envelope(true), otpDetails: otpDetails() } } },
    act: submitEmpty,
    shows: newPasswordTexts.otpWrong,
  },
  { path: paths.profile, state: 'full', shows: 'Lakshmi Nair' },
  { path: paths.profile, state: 'nothing known', slice: { profileInfo: null }, shows: 'Unknown User' },
  { path: paths.faq, state: 'closed', shows: 'Troubleshooting' },
  {
    path: paths.faq,
    state: 'an answer open',
    async act(page) {
      await page.locator('summary').nth(4).click()
    },
    shows: 'v1.2.8',
  },
  { path: paths.termsAndConditions, state: 'nobody signed in', holds: 'nothing', shows: 'Troubleshooting' },
  { path: paths.termsAndConditions, state: 'signed in', shows: 'Troubleshooting' },
  { path: paths.privacyPolicy, state: 'as it opens', holds: 'nothing', shows: 'Privacy' },
  { path: paths.deviceCheck, state: 'nobody signed in', holds: 'nothing', shows: 'Start' },
  {
    path: paths.deviceCheck,
    state: 'under way',
    before: page => everyScanner(page, 'silent'),
    act: press('Start'),
    shows: 'Stop',
  },
  {
    path: paths.deviceCheck,
    state: 'which scanner',
    before: page => everyScanner(page, 'ready'),
    act: press('Start'),
    shows: 'Which scanner shall be checked?',
  },
  {
    path: paths.deviceCheck,
    state: 'stopped at what is wrong',
    device: { scenario: 'not-ready' },
    act: press('Start'),
    shows: 'What to do now',
  },
  {
    path: paths.deviceCheck,
    state: 'kept away by the browser',
    opensAt: byName,
    before: permission('denied'),
    act: press('Start'),
    shows: 'What to do now',
  },
  {
    path: paths.deviceCheck,
    state: 'the report not copied',
    device: { scenario: 'not-ready' },
    before: noCopying,
    async act(page) {
      await press('Start')(page)
      await press('Copy report')(page)
    },
    shows: 'Not copied',
  },
  { path: paths.deviceCheck, state: 'own finger', act: press('Start'), shows: 'Scan my finger' },
  {
    path: paths.deviceCheck,
    state: 'good to the end',
    async act(page) {
      await press('Start')(page)
      await press('Scan my finger')(page)
    },
    shows: 'This scanner is ready for customers.',
  },
  {
    path: paths.kycList,
    state: 'access denied, in a dialog',
    slice: { allPrevielages: ['VIEW_APP_DASHBOARD'] },
    shows: sessionTexts.accessDenied,
  },
  {
    path: 'elsewhere',
    state: 'nobody signed in',
    holds: 'nothing',
    opensAt: '/nope',
    shows: 'not available',
  },
  { path: 'elsewhere', state: 'signed in', opensAt: '/nope', shows: 'not available' },
  {
    path: 'elsewhere',
    state: 'a screen that does not arrive',
    opensAt: paths.deviceCheck,
    before: page => page.route('**/assets/device-check-page*.js', route => route.abort()),
    shows: sessionTexts.unexpectedError,
  },
]

export type HeldSession = { token: string; slice: Record<string, unknown> }

type World = {
  page: Page
  product: Product
  session: HeldSession
  address?: string
  /** The page comes from another screen: what that has kept goes first. */
  isUsed?: true
}

/** Opens one screen of the table in its state; the page may come from another. Hands back what ends the state. */
export async function openScreen(
  screen: Screen,
  { page, product, session, address = product.address, isUsed }: World,
): Promise<() => Promise<void>> {
  const { holds = 'session', answers = {}, opensAt = screen.path } = screen
  const { port, origin: own } = new URL(address)
  const origin = opensAt === byName ? `${byName}:${port}` : own
  const path = opensAt === byName ? screen.path : opensAt
  const slice = { ...session.slice, ...held[holds], ...screen.slice }
  const stored = holds === 'nothing' ? '' : JSON.stringify({ state: slice, version: 1 })

  // The page before watches its session: it would end the next one's, whose cookie comes while it is still open.
  if (isUsed) await page.goto('about:blank')
  const browser = await page.addInitScript(prepareBrowser, {
    visit: isUsed ? randomUUID() : 'first',
    stored,
  })
  const played = await screen.before?.(page)
  if (screen.device) await product.device(screen.device)
  for (const [call, answer] of Object.entries(answers)) await answerCalls(page, call, answer)
  if (isUsed) await page.context().clearCookies()
  if (holds === 'session')
    await page
      .context()
      .addCookies([{ name: 'access_token', value: session.token, url: origin, sameSite: 'Strict' }])

  await page.goto(origin + path)
  await screen.act?.(page)
  await page.getByText(screen.shows).first().waitFor({ state: 'attached' })

  return async () => {
    await Promise.all([browser.dispose(), played?.dispose(), page.unrouteAll({ behavior: 'ignoreErrors' })])
    if (screen.device) await product.deviceReset()
  }
}

/** The storage once a visit: what the portal itself keeps lives through a reload. */
function prepareBrowser({ visit, stored }: { visit: string; stored: string }): void {
  if (sessionStorage.getItem('visit') === visit) return
  if (visit !== 'first') {
    sessionStorage.clear()
    localStorage.clear()
  }
  sessionStorage.setItem('visit', visit)
  if (stored) sessionStorage.setItem('persist:root', stored)
}

const held = {
  nothing: {},
  checked: { dashboardLock: '', loginLock: 'true', allPrevielages: [], profileInfo: null },
  session: {},
  'session without cookie': {},
}

async function answerCalls(page: Page, call: string, answer: Answer): Promise<void> {
  await page.route(`**${call}`, async route => {
    if (answer === 'broken') await route.abort()
    else if (answer !== 'nothing') await route.fulfill({ status: answer.status ?? 200, json: answer.body })
  })
}

async function enterMobile(page: Page): Promise<void> {
  await page.getByLabel('Mobile number').fill('9000000005')
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function checkReference(page: Page): Promise<void> {
  await page.getByLabel('Reference number').fill('DBS10001')
  await page.getByRole('button', { name: 'Check' }).click()
}

function noCopying(page: Page) {
  return page.addInitScript(() => {
    navigator.clipboard.writeText = async () => {
      throw new DOMException('Write permission denied.', 'NotAllowedError')
    }
  })
}

/** Plays two device services, which other programs on this computer cannot disturb. */
function everyScanner(page: Page, are: 'silent' | 'ready') {
  return page.addInitScript(kind => {
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
}
