import { user } from '@ekyc/ui/testing/user.ts'
import { calls } from '@ekyc/contract/calls'
import { act, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { App } from './app/app.tsx'
import { cutConnection, fakeNetwork, refusal, type FakeNetwork } from './testing/fake-network.ts'
import { closePortal, wait } from './testing/portal.tsx'
import { asha } from './testing/usual-answers.ts'

let network: FakeNetwork
let root: HTMLElement
let listening: Parameters<typeof window.addEventListener>[]
beforeEach(() => {
  network = fakeNetwork()
})
afterEach(() => {
  for (const [type, listener, options] of listening) window.removeEventListener(type, listener, options)
  root.remove()
  globalThis.early = undefined
  closePortal()
})

/** Shows login.html with its script. This script and the portal share no instance of a module, as in the build. */
async function openPage() {
  window.history.replaceState(null, '', '/login')
  root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(<App />)
  const script = document.createElement('script')
  script.dataset['addressLookup'] = calls.getAddress.path
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  const listeners = vi.spyOn(window, 'addEventListener')
  vi.resetModules()
  await import('./early.ts')
  listening = listeners.mock.calls.slice()
  listeners.mockRestore()
  return {
    mobile: screen.getByLabelText<HTMLInputElement>('Mobile number'),
    next: screen.getByRole('button', { name: 'Continue' }),
    forgot: screen.getByRole('button', { name: 'Forgot Password' }),
  }
}

/** The call of a press waits at most this long for the computer's address. */
async function press(button: HTMLElement) {
  await user.click(button)
  await wait(100)
}

async function load() {
  vi.resetModules()
  const portal = await import('./app/app.tsx')
  const { useSession } = await import('./session/session.ts')
  await act(async () => render(<portal.App />, { container: root, hydrate: true }))
  return () => useSession.getState()
}

async function client() {
  vi.resetModules()
  return import('./api/api-client.ts')
}

const shown = (label: string) => screen.findByLabelText(label)
const checked = () => network.sent('checkUser').map(({ username }) => username)

test('[LOG-2] Continue pressed before the portal has loaded sends its call at once, and the portal takes the answer over', async () => {
  const { mobile, next } = await openPage()
  await user.type(mobile, '+91 90000 00001')
  await press(next)
  await waitFor(() => expect(checked()).toEqual([asha.mobile]))
  expect(next.getAttribute('aria-busy')).toBe('true')

  const session = await load()
  await shown('Password')
  expect(session()).toMatchObject({ phone: asha.mobile, loginLock: 'true' })
  expect(checked()).toEqual([asha.mobile])
})

test('[API-2] the early call is the same request as the portal’s own', async () => {
  const { mobile, next } = await openPage()
  await user.type(mobile, asha.mobile)
  await press(next)
  await waitFor(() => expect(checked()).toHaveLength(1))
  globalThis.early = undefined
  const { call } = await client()
  await call('checkUser', { username: asha.mobile })

  const [early, own] = network.requestsOf('checkUser').map(({ method, url, headers, body }) => {
    const { requestId, traceId, sessionId, datetime, ...header } = body.header
    const random = [requestId, traceId, sessionId].map(id => /^[0-9a-f]{32}$/.test(String(id)))
    return { method, url, headers: [...headers], body: { ...body, header }, random, dated: typeof datetime }
  })
  expect(early).toEqual(own)
  expect(early?.body.device['ip']).toBe('203.0.113.7')
})

test('[API-1] a page has one session id, and looks its address up once', async () => {
  const { mobile, next } = await openPage()
  await user.type(mobile, asha.mobile)
  await press(next)
  await waitFor(() => expect(checked()).toHaveLength(1))
  const { call } = await client()
  await call('resetPassword', { username: asha.mobile }, { withoutAuth: true })
  const [first] = network.sent('checkUser')
  const [second] = network.sent('resetPassword')
  expect(second?.header['sessionId']).toBe(first?.header['sessionId'])
  expect(network.requestsOf('getAddress')).toHaveLength(1)
})

test('[LOG-2] a second early press of Continue sends nothing more', async () => {
  const { mobile, next } = await openPage()
  await user.type(mobile, asha.mobile)
  await user.dblClick(next)
  await wait(100)
  await load()
  await shown('Password')
  expect(checked()).toEqual([asha.mobile])
})

test('[LOG-2] a number that was changed after the early press is checked itself', async () => {
  const { mobile, next } = await openPage()
  await user.type(mobile, asha.mobile)
  await press(next)
  await user.clear(mobile)
  await user.type(mobile, '9000000002')
  const session = await load()
  await shown('Password')
  expect(checked()).toEqual([asha.mobile, '9000000002'])
  expect(session().phone).toBe('9000000002')
})

test('[LOG-3] Forgot Password pressed after Continue drops the early answer', async () => {
  const { mobile, next, forgot } = await openPage()
  await user.type(mobile, asha.mobile)
  await press(next)
  await press(forgot)
  await load()
  await shown('OTP')
  expect(network.requestsOf('resetPassword')).toHaveLength(1)
  expect(globalThis.early?.answers).not.toHaveProperty(calls.checkUser.path)
})

test('[LOG-1] an early press with a bad number sends nothing, and the portal refuses it', async () => {
  const { mobile, next } = await openPage()
  await user.type(mobile, '90000')
  await press(next)
  await load()
  expect((await screen.findByRole('alert')).textContent).toContain('mobile')
  expect(checked()).toEqual([])
})

test.each([
  ['a refusal', refusal('Not today'), 'Not today'],
  ['a broken line', cutConnection, 'Failed to fetch'],
])(
  '[API-14] the portal shows %s of the early call, and the next press calls again',
  async (_what, answer, text) => {
    network.answer('checkUser', answer, { otpRequired: false, otpDetails: null })
    const { mobile, next } = await openPage()
    await user.type(mobile, asha.mobile)
    await press(next)
    await load()
    await screen.findByText(text)
    expect(checked()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await shown('Password')
    expect(checked()).toHaveLength(2)
  },
)

test('an address that is slow to come does not hold the early call back', async () => {
  network.answer('getAddress', () => new Promise(() => {}))
  const { mobile, next } = await openPage()
  await user.type(mobile, asha.mobile)
  await press(next)
  await waitFor(() => expect(checked()).toHaveLength(1))
  expect(network.sent('checkUser')[0]?.device['ip']).toBe('127.0.0.1')
})
