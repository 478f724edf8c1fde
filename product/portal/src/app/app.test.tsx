import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { testTime } from '@ekyc/ui/testing/test-time.ts'

import { useBranding, loadBranding } from '../api/branding.ts'
import { readAccessToken, storeAccessToken } from '../session/access-token.ts'
import { noteLogIn } from '../session/newest-log-in.ts'
import { useSession, useMemory } from '../session/session.ts'
import { eachTestsNetwork, closePortal, openPortal, signedInAgent, wait } from '../testing/portal.tsx'
import { answerLater, httpError } from '../testing/fake-network.ts'
import { brandingFile } from '../testing/usual-answers.ts'
import { AppErrorBoundary } from './app.tsx'
import { silenceConsole } from './silence-console.ts'
import { readyDevice } from '../testing/device-answers.ts'
import { openOrder, verifiedResult } from '../testing/orders.ts'

const network = eachTestsNetwork()

const fallback = () => screen.findByRole('heading', { name: 'This page is not available' })

const loginPaths = ['/', '/login']
test.each(loginPaths)('[NAV-1] %s shows the log-in screen', async path => {
  await openPortal(path)
  expect(screen.getByLabelText('Mobile number')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Forgot Password' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Terms & Conditions' }).getAttribute('href')).toBe('/TnC')
  expect(screen.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/PrivacyPolicy')
})

test('a final slash changes nothing: the screen is that of the path without it', async () => {
  await openPortal('/TnC/')
  expect(await screen.findByRole('heading', { name: 'Terms & Conditions' })).toBeDefined()
})

test('opening the log-in with a final slash ends the session too', async () => {
  signedInAgent()
  await openPortal('/login/')
  await wait(1500)
  expect(readAccessToken()).toBeUndefined()
})

test.each(['/TnC', '/PrivacyPolicy', '/device-check'])(
  'every link of %s leads somebody without a session to an open page',
  async path => {
    await openPortal(path)
    await screen.findByRole('heading', { level: 1 })
    const own = [...document.querySelectorAll('a')].filter(link => link.origin === window.location.origin)
    const places = new Set(own.map(link => link.pathname))
    expect(places).toContain('/login')
    for (const place of places) {
      closePortal()
      await openPortal(place)
      expect((await screen.findByRole('heading', { level: 1 })).textContent).not.toBe(
        'This page is not available',
      )
    }
  },
)

test('Back of /PrivacyPolicy leads a signed-in agent to the dashboard, and ends no session', async () => {
  signedInAgent()
  const { user } = await openPortal('/PrivacyPolicy')
  await user.click(await screen.findByRole('link', { name: 'Back' }))
  expect(window.location.pathname).toBe('/dashboard')
})

test.each([
  ['/dashboard', []],
  ['/do-kyc', ['VIEW_APP_DASHBOARD']],
  ['/nowhere', []],
] as const)(
  'where %s is closed to an agent, the bank’s help line stands there',
  async (path, allPrevielages) => {
    useBranding.setState(brandingFile)
    signedInAgent({ allPrevielages: [...allPrevielages] })
    await openPortal(path)
    const call = await screen.findByRole('link', { name: '1800 222 333' })
    expect(call.getAttribute('href')).toBe('tel:1800222333')
    const write = screen.getByRole('link', { name: 'WhatsApp' })
    expect(write.getAttribute('href')).toBe('https://wa.me/919800011122')
    expect(screen.getByText('8 am to 8 pm')).toBeDefined()
  },
)

test('the bank’s notice stands on the dashboard', async () => {
  useBranding.setState(brandingFile)
  signedInAgent()
  await openPortal('/dashboard')
  expect(await screen.findByText('Closed for maintenance on Sunday.')).toBeDefined()
})

test('[NAV-2] opening the log-in clears slice and cookie after one second, and not before', async () => {
  signedInAgent()
  await openPortal('/login')
  await wait(700)
  expect(readAccessToken()).toBe('token-1')
  expect(sessionStorage).toHaveLength(1)
  await wait(400)
  expect(readAccessToken()).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

const closed = ['/otp', '/dashboard', '/nope', '/dashboard/x']
test.each(closed)('[NAV-3] [NAV-4] [NAV-8] %s shows the fallback screen without a session', async path => {
  await openPortal(path)
  expect(await fallback()).toBeDefined()
})

const withWordsOfTheirOwn = [
  ['/dashboard', 'DO_EKYC_APP', 'Sorry, You can not access dashboard!'],
  ['/do-kyc', 'VIEW_APP_DASHBOARD', "Sorry, You don't have permission to do kyc!"],
] as const
test.each(withWordsOfTheirOwn)(
  '[NAV-6] [NAV-7] %s with %s alone shows its sentence in the page frame',
  async (path, has, says) => {
    signedInAgent({ allPrevielages: [has] })
    await openPortal(path)
    await screen.findByText(says)
    expect(screen.getByRole('contentinfo')).toBeDefined()
  },
)

const withoutWordsOfTheirOwn = ['/kyc-list', '/kyc-result', '/change-password']
test.each(withoutWordsOfTheirOwn)(
  '[NAV-9] %s without its privilege shows fallback and Access Denied, whose OK goes to the dashboard',
  async path => {
    signedInAgent({ allPrevielages: ['VIEW_APP_DASHBOARD'] })
    const { user } = await openPortal(path)
    const dialog = await screen.findByRole('dialog', { name: 'Access Denied' })
    expect(within(dialog).getByText('You are not authorized to view this page.')).toBeDefined()
    await user.click(within(dialog).getByRole('button', { name: 'OK' }))
    expect(window.location.pathname).toBe('/dashboard')
  },
)

test('[NAV-11] an error while a screen renders shows the last-resort screen, and another path clears it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { render } = await import('@testing-library/react')
  const Broken = () => {
    throw new Error('broken')
  }
  const { rerender } = render(<AppErrorBoundary at="/a">{<Broken />}</AppErrorBoundary>)
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined()
  rerender(<AppErrorBoundary at="/b">whole</AppErrorBoundary>)
  expect(screen.getByText('whole')).toBeDefined()
  vi.restoreAllMocks()
})

test('[NAV-12] a silenced console says nothing', () => {
  const said = vi.fn<() => void>()
  const target = Object.assign(Object.create(null), { log: said, error: said, warn: said, memory: 1 })
  silenceConsole(target)
  for (const method of ['log', 'error', 'warn']) target[method]('secret')
  expect(said).not.toHaveBeenCalled()
  expect(target.memory).toBe(1)
})

test('[SES-2] a session without its cookie is cleared, and the log-in says so', async () => {
  signedInAgent()
  await openPortal('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  document.cookie = 'access_token=; expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/'
  await wait(1100)
  expect((await screen.findByRole('alert')).textContent).toContain('Session expired!')
  expect(window.location.pathname).toBe('/')
  expect(useSession.getState()).toMatchObject({ dashboardLock: '', profileInfo: null })
})

test('[SES-2] a cookie that goes just as the page is reloaded is told by the reloaded page', async () => {
  signedInAgent()
  await openPortal('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  window.dispatchEvent(new Event('beforeunload'))
  document.cookie = 'access_token=; expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/'
  await wait(1100)
  expect(window.location.pathname).toBe('/profile')
  cleanup()
  await openPortal('/profile')
  expect((await screen.findByRole('alert')).textContent).toContain('Session expired!')
})

test('[NAV-2] a log-in of another tab within that second is kept', async () => {
  await openPortal('/login')
  storeAccessToken('token-2', 600_000_000)
  await wait(1500)
  expect(readAccessToken()).toBe('token-2')
})

test('[SES-3] a refused session is cleared, and the log-in says so', async () => {
  signedInAgent()
  network.answer('resetPassword', httpError(401, 'Unauthorized'))
  await openPortal('/change-password')
  await screen.findByRole('heading', { name: 'Log in' })
  expect(screen.getByRole('alert').textContent).toContain('Authentication Error!')
  expect(readAccessToken()).toBeUndefined()
  expect(useSession.getState().dashboardLock).toBe('')
})

test('[SES-3] the refusal of an older session’s call keeps the log-in that another tab made meanwhile', async () => {
  signedInAgent()
  noteLogIn(useSession.getState().warningTime)
  const late = answerLater()
  network.answer('resetPassword', late.answer)
  await openPortal('/change-password')
  await waitFor(() => expect(network.requestsOf('resetPassword')).toHaveLength(1))
  storeAccessToken('token-2', 600_000_000)
  noteLogIn(useSession.getState().warningTime + 1)
  late.arrive('{}', 401)
  await screen.findByRole('heading', { name: 'Log in' })
  expect(readAccessToken()).toBe('token-2')
  expect(useSession.getState().dashboardLock).toBe('')
})

test('[SES-4] the warning appears when five minutes are left, and not before', async () => {
  signedInAgent({ warningTime: testTime + 60_000 })
  await openPortal('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  expect(screen.queryByRole('alert')).toBeNull()
  await wait(61_000)
  expect(screen.getByRole('alert').textContent).toContain('Session is going to expire. Please re-login.')
})

test('[SES-4] the warning logs in again, and the same agent comes back to the open KYC', async () => {
  signedInAgent({ warningTime: testTime - 60_000, refNo: 'DBS10001', prepareOrderResponse: openOrder })
  const { user } = await openPortal('/do-kyc')
  await screen.findByText(/Minutes left: 4/)
  await user.click(screen.getByRole('button', { name: 'Log in again' }))
  await screen.findByRole('heading', { name: 'Log in' })
  expect(useSession.getState().prepareOrderResponse).toBeNull()
  await waitFor(() => expect(network.requestsOf('logout')).toHaveLength(1))

  expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('9000000001')
  await logInAgain(user)
  await screen.findByRole('heading', { name: 'Do KYC' })
  expect(useSession.getState().prepareOrderResponse).toEqual(openOrder)
})

test.each([
  ['a KYC left for another screen has its reference again', null, 'DBS10001'],
  ['a finished KYC does not keep its reference', verifiedResult, ''],
])('[SES-4] after the next log-in of the same agent %s', async (_what, result, refNo) => {
  signedInAgent({ warningTime: testTime - 60_000, refNo: 'DBS10001', kycVal: result })
  const { user } = await openPortal('/profile')
  await user.click(await screen.findByRole('button', { name: 'Log in again' }))
  await screen.findByRole('heading', { name: 'Log in' })
  await logInAgain(user)
  await screen.findByRole('heading', { name: /^Good/ })
  expect(useSession.getState().refNo).toBe(refNo)
  expect(sessionStorage.getItem('kept-work')).toBeNull()
})

test('[SES-4] what the portal remembers of an agent and a customer is gone for the next agent of the tab', async () => {
  const text = { purpose: 'p', sharing: 's', alternatives: 'a' }
  network.brand({ consent: { mode: 'tick', version: '7', texts: { en: text, ta: text } } })
  network.plugIn(11100, readyDevice())
  signedInAgent({ phone: '9000000099', prepareOrderResponse: openOrder })
  await loadBranding(-Infinity)
  const { user } = await openPortal('/do-kyc')
  await user.selectOptions(await screen.findByLabelText('Customer’s language'), 'ta')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Capture Fingerprint' }))
  await screen.findByRole('button', { name: 'Proceed' })
  await user.click(screen.getByRole('button', { name: /^Account/ }))
  await user.click(screen.getByText('Logout'))
  await wait(200)
  expect(useMemory.getState()).toEqual(useMemory.getInitialState())
})

test('[SES-4] another agent finds nothing of the KYC that the last session left', async () => {
  signedInAgent({ warningTime: testTime - 60_000, phone: '9000000099', refNo: 'DBS10001' })
  const { user } = await openPortal('/do-kyc')
  await user.click(await screen.findByRole('button', { name: 'Log in again' }))
  await screen.findByRole('heading', { name: 'Log in' })
  const mobile = await screen.findByLabelText('Mobile number')
  await user.clear(mobile)
  await user.type(mobile, '9000000001')
  await logInAgain(user)
  await screen.findByRole('heading', { name: /^Good/ })
  expect(useSession.getState().refNo).toBe('')
  expect(sessionStorage.getItem('kept-work')).toBeNull()
})

async function logInAgain(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.type(await screen.findByLabelText('Password'), 'Agent@2026')
  await user.click(screen.getByRole('button', { name: 'Submit' }))
}
