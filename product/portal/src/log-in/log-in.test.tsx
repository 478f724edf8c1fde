import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { call } from '../api/api-client.ts'
import { useSession } from '../session/session.ts'
import { answerLater, cutConnection, refusal, success } from '../testing/fake-network.ts'
import { openLogIn } from '../testing/log-in.tsx'
import { eachTestsNetwork, openPortal, wait } from '../testing/portal.tsx'
import { asha } from '../testing/usual-answers.ts'

const network = eachTestsNetwork()
afterEach(() => {
  document.documentElement.lang = 'en'
  document.cookie = 'language=; Max-Age=0'
})

const mobile = () => screen.getByLabelText<HTMLInputElement>('Mobile number')
const next = () => screen.getByRole('button', { name: /Continue/ })
const forgot = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Forgot Password' })
const menu = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language' })
const checked = () => network.sent('checkUser').map(({ username }) => username)

test('[NAV-2] opening the log-in looks this computer’s address up', async () => {
  await openPortal('/login')
  await waitFor(() => expect(network.requestsOf('getAddress')).toHaveLength(1))
})

test('[API-2] the log-in’s call is the same request as the portal’s own, with the same session id and one look-up of the address', async () => {
  const { user } = await openPortal('/login')
  await user.type(mobile(), '+91 90000 00001')
  await user.click(next())
  await screen.findByLabelText('Password')
  await call('checkUser', { username: asha.mobile })
  const [first, second] = network.requestsOf('checkUser').map(({ method, url, headers, body }) => {
    const { requestId, traceId, datetime, ...header } = body.header
    const random = [requestId, traceId].map(id => /^[0-9a-f]{32}$/.test(String(id)))
    return { method, url, headers: [...headers], body: { ...body, header }, random, dated: typeof datetime }
  })
  expect(first).toEqual(second)
  expect(first?.body.device['ip']).toBe('203.0.113.7')
  expect(network.requestsOf('getAddress')).toHaveLength(1)
})

test('an address that is slow to come does not hold the call back', async () => {
  network.answer('getAddress', () => new Promise(() => {}))
  const { user } = await openPortal('/login')
  await user.type(mobile(), asha.mobile)
  await user.click(next())
  await wait(100)
  expect(network.sent('checkUser')[0]?.device['ip']).toBe('127.0.0.1')
})

test('[LOG-2] while the server is asked, the form says so and a second press sends nothing', async () => {
  const late = answerLater()
  network.answer('checkUser', late.answer)
  const { user } = await openPortal('/login')
  await user.type(mobile(), asha.mobile)
  await user.dblClick(next())
  await wait(100)
  expect(checked()).toEqual([asha.mobile])
  expect(next().getAttribute('aria-busy')).toBe('true')
  expect(next().textContent).toContain('Please wait')
  expect(forgot().disabled).toBe(true)
  late.arrive(success({ otpRequired: false, otpDetails: null }))
  await screen.findByLabelText('Password')
  expect(useSession.getState()).toMatchObject({ phone: asha.mobile, loginLock: 'true' })
})

test('[API-14] after a refusal and a broken line the next press asks again', async () => {
  network.answer('checkUser', refusal('Not today'), cutConnection, { otpRequired: false, otpDetails: null })
  const { user } = await openPortal('/login')
  await user.type(mobile(), asha.mobile)
  await user.click(next())
  await screen.findByText('Not today')
  expect(next().hasAttribute('aria-busy')).toBe(false)
  await user.click(next())
  await screen.findByText('Failed to fetch')
  expect(screen.queryByText('Not today')).toBeNull()
  await user.click(next())
  await screen.findByLabelText('Password')
  expect(checked()).toHaveLength(3)
})

test('[LOG-1] a refused number is described by its message until the next press', async () => {
  const { user } = await openPortal('/login')
  await user.type(mobile(), '123')
  await user.click(next())
  expect(mobile().getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(mobile().getAttribute('aria-describedby') ?? '')).toBe(
    screen.getByRole('alert'),
  )
  await user.type(mobile(), '4567890')
  await user.click(next())
  expect(mobile().hasAttribute('aria-invalid')).toBe(false)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the number that the server has put into the field stays', async () => {
  await openLogIn('9000000004')
  expect(mobile().value).toBe('9000000004')
})

test('another language loads the page anew, which keeps the digits and the notice', async () => {
  sessionStorage.setItem('for-log-in', JSON.stringify({ notice: 'Session expired!', mobile: '' }))
  const { user } = await openPortal('/login')
  await user.type(mobile(), '98')
  await user.selectOptions(menu(), 'hi')
  await waitFor(() => expect(window.location.replace).toHaveBeenCalledWith('/login'))
  expect(document.cookie).toContain('language=hi')
  await waitFor(() => expect(mobile().value).toBe('98'))
  expect((await screen.findByRole('alert')).textContent).toBe('Session expired!')
})

test('[API-14] a lost network is told as soon as the browser notices, with what still works; a call that fails meanwhile too, until the server answers', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { user } = await openPortal('/login')
  network.serverIsUp(false)
  window.dispatchEvent(new Event('offline'))
  await screen.findByText('You are offline.')
  expect(screen.getByText(/scanner still works/)).toBeDefined()
  network.answer('checkUser', cutConnection)
  await user.type(mobile(), asha.mobile)
  await user.click(next())
  await screen.findByText(/the server could not be reached/)
  expect(screen.getByText('Failed to fetch')).toBeDefined()
  network.serverIsUp(true)
  await wait(4000)
  expect(screen.queryByText('You are offline.')).toBeNull()
  expect(screen.queryByText('Failed to fetch')).toBeNull()
})
