import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { eachTestsNetwork, openPortal, signedInAgent, wait } from '../../testing/portal.tsx'
import { cutConnection, refusal } from '../../testing/fake-network.ts'
import { openedAt } from '@ekyc/ui/testing/opened-at.ts'
import { asha, otpDetails, thisSession } from '../../testing/usual-answers.ts'

class FakeResponse {
  clientDataJSON = Uint8Array.of(1, 2, 3).buffer
  attestationObject = Uint8Array.of(4, 5, 6).buffer
}

class FakeCredential {
  id = 'AAEC'
  response = new FakeResponse()
}

class FakeAssertion {
  clientDataJSON = Uint8Array.of(1, 2, 3).buffer
  authenticatorData = Uint8Array.of(7).buffer
  signature = Uint8Array.of(8).buffer
}

const create = vi.fn<(asked: CredentialCreationOptions) => Promise<unknown>>()
const get = vi.fn<(asked: CredentialRequestOptions) => Promise<unknown>>()
const passkey = {
  id: 'BwgJ',
  name: 'Chrome on Windows',
  createdOn: '2026-11-20T04:30:00.000Z',
  lastUsedOn: null,
}
const network = eachTestsNetwork(() => {
  network.answer('sendPasskeyOtp', { otpDetails })
  network.answer('startPasskeyProof', { options: { challenge: 'AgIC' } })
  network.answer('startPasskey', {
    options: { challenge: 'BAUG', user: { id: 'AQID' }, excludeCredentials: [] },
  })
  network.answer('addPasskey', {})
  create.mockReset().mockImplementation(async () => new FakeCredential())
  get.mockReset().mockImplementation(async () => ofAssertion())
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  vi.stubGlobal('AuthenticatorAttestationResponse', FakeResponse)
  vi.stubGlobal('AuthenticatorAssertionResponse', FakeAssertion)
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } })
  signedInAgent()
})
afterEach(() => Reflect.deleteProperty(navigator, 'credentials'))

const ofAssertion = () => Object.assign(new FakeCredential(), { id: 'BwgJ', response: new FakeAssertion() })
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }))
const alertText = async () => (await screen.findByRole('alert')).textContent

async function openCard() {
  const { user } = await openPortal('/security')
  await screen.findByRole('region', { name: 'Add a passkey' })
  return user
}

async function addByOtp() {
  const user = await openCard()
  await press(user, 'Get an OTP by SMS')
  await user.type(await screen.findByLabelText('OTP'), '123456')
  await press(user, 'Add a passkey')
  return user
}

test('after an OTP the browser makes a passkey, which the server gets; the list shows it, and the card says how to use it', async () => {
  network.answer(
    'getSecurity',
    { passkeys: [], sessions: [thisSession] },
    { passkeys: [passkey], sessions: [thisSession] },
  )
  await addByOtp()

  expect(await screen.findByText(/Passkey added/)).toBeDefined()
  const list = within(screen.getByRole('region', { name: 'Passkeys' }))
  expect((await list.findByRole('listitem')).textContent).toContain('Chrome on Windows')
  expect(network.sent('startPasskey')).toMatchObject([
    { username: asha.mobile, otpDetails: { ...otpDetails, otp: '123456' } },
  ])
  expect(network.sent('addPasskey')).toMatchObject([{ username: asha.mobile, credential: { id: 'AAEC' } }])
})

test('an agent with a passkey confirms with it instead, and gets no SMS', async () => {
  network.answer('getSecurity', { passkeys: [passkey], sessions: [thisSession] })
  const user = await openCard()
  await press(user, 'Confirm with a passkey')

  expect(await screen.findByText(/Passkey added/)).toBeDefined()
  expect(network.sent('startPasskey')).toMatchObject([{ username: asha.mobile, credential: { id: 'BwgJ' } }])
  expect(network.sent('addPasskey')).toHaveLength(1)
  expect(network.sent('sendPasskeyOtp')).toEqual([])
})

test('the OTP field has the mark of the SMS and the focus; Resend sends another one for a passkey', async () => {
  const user = await openCard()
  await press(user, 'Get an OTP by SMS')
  const field = await screen.findByLabelText<HTMLInputElement>('OTP')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.autocomplete).toBe('one-time-code')
  expect(screen.getByText(/SMS with the mark 42, sent to XXXXXX0001/)).toBeDefined()
  await user.keyboard('{Enter}')
  expect(await alertText()).toBe('Please enter correct otp')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await wait(61_000)
  await press(user, 'Resend OTP')
  await screen.findByRole('timer')
  expect(network.sent('sendPasskeyOtp')).toHaveLength(2)
  expect(network.sent('resetPassword')).toEqual([])
})

test('an OTP that cannot be sent says so and leaves the choice, which may be pressed again', async () => {
  network.answer('sendPasskeyOtp', cutConnection)
  const user = await openCard()
  await press(user, 'Get an OTP by SMS')
  expect(await screen.findByText('Failed to fetch')).toBeDefined()
  network.answer('sendPasskeyOtp', { otpDetails })
  await press(user, 'Get an OTP by SMS')
  expect(await screen.findByLabelText('OTP')).toBeDefined()
  await press(user, 'Cancel')
  const again = await screen.findByRole('button', { name: 'Get an OTP by SMS' })
  await waitFor(() => expect(document.activeElement).toBe(again))
})

test('while the passkey is made the button is busy, and a second press asks for no second passkey', async () => {
  let make: (credential: unknown) => void = () => {}
  create.mockImplementation(() => new Promise(resolve => (make = resolve)))
  const user = await addByOtp()
  const button = screen.getByRole('button', { name: /Add a passkey/ })

  await waitFor(() => expect(create).toHaveBeenCalled())
  expect(button.getAttribute('aria-busy')).toBe('true')
  await user.click(button)
  make(new FakeCredential())
  expect(await screen.findByText(/Passkey added/)).toBeDefined()
  expect(network.sent('startPasskey')).toHaveLength(1)
})

test('a dialog that the agent closes adds none; the card says so, and the next press needs no second OTP', async () => {
  create.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  const user = await addByOtp()

  expect(await alertText()).toBe('The passkey was not created. Please try again.')
  expect(network.sent('addPasskey')).toEqual([])
  const button = screen.getByRole('button', { name: 'Add a passkey' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/Passkey added/)).toBeDefined()
  expect(network.sent('startPasskey')).toHaveLength(1)
})

test.each([
  ['that the agent does not use', () => get.mockRejectedValue(new DOMException('', 'NotAllowedError'))],
  ['of another account', () => network.answer('startPasskey', refusal('Please log in with your password.'))],
])('a passkey %s confirms nothing; an OTP still can', async (_which, change) => {
  network.answer('getSecurity', { passkeys: [passkey], sessions: [thisSession] })
  change()
  const user = await openCard()
  await press(user, 'Confirm with a passkey')

  expect(await alertText()).toBe('No passkey of yours was used. Please try again, or get an OTP by SMS.')
  expect(create).not.toHaveBeenCalled()
  await press(user, 'Get an OTP by SMS')
  expect(await screen.findByLabelText('OTP')).toBeDefined()
})

test('a passkey that the server refuses is not called added, and the agent confirms anew', async () => {
  network.answer('addPasskey', refusal('The passkey was not added'))
  await addByOtp()

  expect(await alertText()).toBe('The passkey was not added')
  expect(screen.queryByText(/Passkey added/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Get an OTP by SMS' })).toBeDefined()
})

test.each([
  ['the browser has no passkeys', () => Reflect.deleteProperty(globalThis, 'PublicKeyCredential')],
  ['the address of the page is an IP address', () => openedAt('http://127.0.0.1:8080/')],
])('where %s, the page offers no passkey and lists those that the agent has', async (_where, change) => {
  const before = window.location.href
  change()
  network.answer('getSecurity', { passkeys: [passkey], sessions: [thisSession] })
  signedInAgent()
  await openPortal('/security')
  expect(await screen.findByRole('region', { name: 'Passkeys' })).toBeDefined()

  expect(screen.queryByText('Add a passkey')).toBeNull()

  cleanup()
  network.answer('getSecurity', { passkeys: [], sessions: [thisSession] })
  signedInAgent()
  await openPortal('/security')
  expect(await screen.findByRole('region', { name: 'Where you are logged in' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Passkeys' })).toBeNull()
  openedAt(before)
})
