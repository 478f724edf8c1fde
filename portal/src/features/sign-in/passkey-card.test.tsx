import { newPasswordTexts } from '@ekyc/contract/texts'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { closePortal, openPortal, signedInAgent, wait } from '../../testing/portal.tsx'
import { answerLater, fakeNetwork, refusal, type FakeNetwork } from '../../testing/fake-network.ts'
import { openedAt } from '../../testing/stub-browser.ts'
import { asha } from '../../testing/usual-answers.ts'

class FakeResponse {
  clientDataJSON = Uint8Array.of(1, 2, 3).buffer
  attestationObject = Uint8Array.of(4, 5, 6).buffer
}

class FakeCredential {
  id = 'AAEC'
  response = new FakeResponse()
}

const options = {
  rp: { id: 'localhost', name: 'River eKYC' },
  user: { id: 'AQID', name: asha.mobile, displayName: asha.name },
  challenge: 'BAUG',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  excludeCredentials: [{ id: 'BwgJ', type: 'public-key' }],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
}

const otpDetails = {
  otpRefId: 'handle',
  expiresOn: '2027-03-10T06:35:00.000Z',
  resendAfter: 60,
  triesLeft: 5,
  sentTo: 'XXXXXX0001',
}

const create = vi.fn<(asked: CredentialCreationOptions) => Promise<unknown>>()
let network: FakeNetwork
beforeEach(() => {
  network = fakeNetwork()
  network.answer('sendPasskeyOtp', { otpDetails })
  network.answer('startPasskey', { options })
  network.answer('addPasskey', {})
  create.mockReset().mockImplementation(async () => new FakeCredential())
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  vi.stubGlobal('AuthenticatorAttestationResponse', FakeResponse)
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } })
  signedInAgent()
})
afterEach(() => {
  closePortal()
  Reflect.deleteProperty(navigator, 'credentials')
})

/** Opens the profile, asks for an OTP and types one, if one is given. */
async function addWith(otp: string) {
  const { user } = await openPortal('/profile')
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const field = await screen.findByLabelText('OTP')
  if (otp) await user.type(field, otp)
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  return user
}

const alertText = async () => (await screen.findByRole('alert')).textContent

test('after an OTP the browser makes a passkey, which the server gets; then the card says how to use it', async () => {
  await addWith('123456')

  expect(await screen.findByText(/Passkey added/)).toBeDefined()
  expect(screen.queryByLabelText('OTP')).toBeNull()
  const asked = create.mock.calls[0]?.[0].publicKey
  expect(asked).toMatchObject({
    rp: options.rp,
    challenge: Uint8Array.of(4, 5, 6),
    user: { id: Uint8Array.of(1, 2, 3) },
    excludeCredentials: [{ id: Uint8Array.of(7, 8, 9) }],
    authenticatorSelection: { userVerification: 'required' },
  })
  expect(network.sent('addPasskey')).toMatchObject([
    {
      username: asha.mobile,
      credential: {
        id: 'AAEC',
        rawId: 'AAEC',
        type: 'public-key',
        response: { clientDataJSON: 'AQID', attestationObject: 'BAUG' },
      },
    },
  ])
})

test('without an OTP the field says so, and nothing is asked of browser or server', async () => {
  await addWith('')

  expect(await screen.findByText(newPasswordTexts.otpWrong)).toBeDefined()
  expect(create).not.toHaveBeenCalled()
  expect(network.sent('startPasskey')).toEqual([])
})

test('while the passkey is made the button is busy, and a second press asks for no second passkey', async () => {
  let make: (credential: unknown) => void = () => {}
  create.mockImplementation(() => new Promise(resolve => (make = resolve)))
  const user = await addWith('123456')
  const button = screen.getByRole('button', { name: /Add a passkey/ })

  await vi.waitFor(() => expect(create).toHaveBeenCalled())
  expect(button.getAttribute('aria-busy')).toBe('true')
  await user.click(button)
  make(new FakeCredential())
  expect(await screen.findByText(/Passkey added/)).toBeDefined()
  expect(network.sent('startPasskey')).toHaveLength(1)
})

test('an answer that comes after the agent has left the profile asks the browser for nothing', async () => {
  const late = answerLater()
  network.answer('startPasskey', late.answer)
  const user = await addWith('123456')
  await user.click(screen.getByRole('link', { name: 'FAQ' }))
  await screen.findByRole('heading', { name: 'Help and privacy' })
  await act(async () => late.arrive(JSON.stringify({ response: { success: true, displayMsg: '' }, options })))
  await wait(100)
  expect(create).not.toHaveBeenCalled()
})

test('a wrong OTP shows what the server says, and the agent may type it again', async () => {
  network.answer('startPasskey', refusal('Wrong OTP'), { options })
  const user = await addWith('654321')
  expect(await alertText()).toBe('Wrong OTP')
  expect(create).not.toHaveBeenCalled()

  await user.clear(screen.getByLabelText('OTP'))
  await user.type(screen.getByLabelText('OTP'), '123456')
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  expect(await screen.findByText(/Passkey added/)).toBeDefined()
})

test.each([
  ['a dialog that the agent closes', 'NotAllowedError', 'The passkey was not created. Please try again.'],
  ['a device with a passkey', 'InvalidStateError', 'This device already has a passkey for you.'],
])('%s adds none, and the card says so', async (_what, name, message) => {
  create.mockRejectedValue(new DOMException('', name))
  await addWith('123456')

  expect(await alertText()).toBe(message)
  expect(network.sent('addPasskey')).toEqual([])
})

test('a browser that makes nothing adds none', async () => {
  create.mockResolvedValue(null)
  await addWith('123456')

  expect(await alertText()).toBe('The passkey was not created. Please try again.')
})

test('a passkey that the server refuses is not called added', async () => {
  network.answer('addPasskey', refusal('The passkey was not added'))
  await addWith('123456')

  expect(await alertText()).toBe('The passkey was not added')
  expect(screen.queryByText(/Passkey added/)).toBeNull()
})

test.each([
  ['the browser has no passkeys', () => Reflect.deleteProperty(globalThis, 'PublicKeyCredential')],
  ['the address of the page is an IP address', () => openedAt('http://127.0.0.1:8080/')],
])('the card is absent where %s', async (_where, change) => {
  const before = window.location.href
  change()
  signedInAgent()
  await openPortal('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  await vi.dynamicImportSettled()

  expect(screen.queryByText('Passkey')).toBeNull()
  openedAt(before)
})
