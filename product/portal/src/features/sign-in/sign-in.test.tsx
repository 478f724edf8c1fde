import { signInTexts } from '@ekyc/contract/sign-in-texts'
import { newPasswordTexts } from '@ekyc/contract/texts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { createDecipheriv } from 'node:crypto'
import { expect, test } from 'vitest'

import { testTime } from '@ekyc/ui/testing/test-time.ts'

import { useBranding } from '../../api/branding.ts'
import { readAccessToken } from '../../session/access-token.ts'
import { setSession, useSession } from '../../session/session.ts'
import { eachTestsNetwork, checkedAgent, openPortal, signedInAgent, wait } from '../../testing/portal.tsx'
import { answerLater, cutConnection, httpError, refusal, success } from '../../testing/fake-network.ts'
import { asha, brandingFile, otpDetails, usualAnswers } from '../../testing/usual-answers.ts'

const network = eachTestsNetwork()

const mobile = () => screen.getByLabelText<HTMLInputElement>('Mobile number')
const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** The log-in is a page of its own, with a script of its own. */
const logInOpens = () => screen.findByRole('heading', { name: 'Log in' })
const alertText = async () => (await screen.findByRole('alert')).textContent
const alertBecomes = (text: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))

async function passwordScreen() {
  checkedAgent()
  const { user } = await openPortal('/login-with-password')
  const field = await screen.findByLabelText('Password')
  return {
    user,
    logInWith: async (password: string) => {
      await user.clear(field)
      if (password) await user.type(field, password)
      await user.click(await button('Submit'))
    },
  }
}

async function newPasswordScreen(path: '/otp' | '/change-password' = '/otp') {
  const { user } = await openPortal(path)
  await screen.findByLabelText('OTP')
  const type = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label))
    if (text) await user.type(screen.getByLabelText(label), text)
  }
  return {
    user,
    send: async (otp: string, password: string, confirmed = password) => {
      await type('OTP', otp)
      await type('New password', password)
      await type('Confirm password', confirmed)
      await user.click(await button('Submit'))
    },
  }
}

async function at(path: string): Promise<void> {
  await waitFor(() => expect(window.location.pathname).toBe(path))
}

function otpSent(secondsAgo = 0): void {
  checkedAgent()
  setSession({ userChecked: { otpRequired: true, otpDetails, receivedOn: testTime - secondsAgo * 1000 } })
}

/** Decrypts as the server does, with key and IV of product.md section 5. */
function decrypted(base64: unknown, indiaDay: string): string {
  const decipher = createDecipheriv('aes-128-cbc', '9000000001000000', indiaDay.repeat(2))
  return Buffer.concat([decipher.update(String(base64), 'base64'), decipher.final()]).toString('utf8')
}

test('[LOG-1] the mobile number is cut to 10 characters, pasted with prefix and spaces too', async () => {
  const { user } = await openPortal('/login')
  await user.type(mobile(), '900000000199')
  expect(mobile().value).toBe('9000000001')
  await user.clear(mobile())
  await user.click(mobile())
  await user.paste('+91 98765 43210')
  expect(mobile().value).toBe('9876543210')
})

test.each(['', '900000000', '90000o0001'])(
  '[LOG-1] Continue with %j is refused on the screen',
  async typed => {
    const { user } = await openPortal('/login')
    if (typed) await user.type(mobile(), typed)
    await user.click(await button('Continue'))
    expect(await alertText()).toBe(signInTexts.mobileWrong)
    await waitFor(() => expect(document.activeElement).toBe(mobile()))
    expect(network.requestsOf('checkUser')).toEqual([])
  },
)

test('[LOG-2] [API-4] an agent who needs an OTP gets the OTP screen', async () => {
  network.answer('checkUser', { otpRequired: true, otpDetails })
  const { user } = await openPortal('/login')
  await user.type(mobile(), asha.mobile)
  await user.keyboard('{Enter}')
  await at('/otp')
  expect(await screen.findByText(/XXXXXX0001/)).toBeDefined()
})

test('[LOG-3] [API-5] Forgot Password sends an OTP without auth headers and opens the OTP screen', async () => {
  signedInAgent()
  const { user } = await openPortal('/login')
  await user.type(mobile(), asha.mobile)
  await user.click(await button('Forgot Password'))
  await at('/otp')
  const [request] = network.requestsOf('resetPassword')
  expect(request?.body).toMatchObject({ username: asha.mobile, header: { msgType: 'RESET_PASSWORD' } })
  expect(request?.headers.has('authorization')).toBe(false)
})

test('[LOG-3] Forgot Password with a bad number has its own error message', async () => {
  const { user } = await openPortal('/login')
  await user.type(mobile(), '123')
  await user.click(await button('Forgot Password'))
  expect(await alertText()).toBe(signInTexts.mobileWrongForReset)
  expect(network.requestsOf('resetPassword')).toEqual([])
})

test('[LOG-4] an empty password is refused, and Edit leads back to the log-in, which keeps the number', async () => {
  const { user, logInWith } = await passwordScreen()
  await logInWith('')
  expect(await alertText()).toBe(signInTexts.passwordEmpty)
  expect(network.requestsOf('login')).toEqual([])
  await user.click(await button(/Edit/))
  await at('/login')
  await logInOpens()
  expect(mobile().value).toBe('9000000001')
})

test("[LOG-5] [API-7] the password travels encrypted, by the server's India date and not this computer's", async () => {
  network.serverIsAhead(26 * 3_600_000)
  const { user } = await openPortal('/login')
  await user.type(mobile(), asha.mobile)
  await user.click(await button('Continue'))
  await user.type(await screen.findByLabelText('Password'), 'Agent@2026')
  await user.click(await button('Submit'))
  await at('/dashboard')
  const body = network.requestsOf('login')[0]?.body
  expect(new Date(body?.header['datetime'] ?? '').getTime()).toBe(testTime + 26 * 3_600_000 + 500)
  expect(body).toMatchObject({ username: asha.mobile, otpDetails: null, header: { msgType: 'LOGIN' } })
  expect(decrypted(body?.['password'], '20261127')).toBe('Agent@2026')
})

test('[LOG-6] [API-8] [API-9] [SES-1] a good log-in stores the token, profile and privileges and opens the dashboard', async () => {
  const { logInWith } = await passwordScreen()
  await logInWith('Agent@2026')
  await at('/dashboard')
  expect(readAccessToken()).toBe('token-1')
  const session = useSession.getState()
  expect(session).toMatchObject({
    phone: asha.mobile,
    profileInfo: asha,
    dashboardLock: 'true',
    loginLock: '',
    bearerToken: '',
    allPrevielages: ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP', 'SET_NEW_PASSWORD'],
  })
  expect(session.warningTime).toBe(testTime + 600_000_000 - 300_000)
  expect(network.requestsOf('getProfile')[0]?.body['username']).toBe(asha.mobile)
  expect(network.requestsOf('getRole')[0]?.url).toBe('/api/v1/dbs/access/role/id/DBS_AGENT')
  expect(sessionStorage.getItem('persist:root')).not.toContain('token-1')
})

test.each([signInTexts.passwordIncorrect, signInTexts.passwordUnreadable, signInTexts.tokenNotFetched])(
  '[LOG-7] "%s" stays on the screen with the message',
  async text => {
    network.answer('login', refusal(text))
    const { logInWith } = await passwordScreen()
    await logInWith('Agent@2026')
    expect(await alertText()).toBe(text)
    expect(window.location.pathname).toBe('/login-with-password')
    expect(network.requestsOf('checkUser')).toEqual([])
    expect(useSession.getState().loginAttemptNo).toBe(1)
  },
)

test('[LOG-7] a short wrong password is told in plain words too, and a forgotten one is reset from there', async () => {
  network.answer('login', refusal(signInTexts.passwordUnreadable))
  const { user, logInWith } = await passwordScreen()
  await logInWith('abc')
  expect(await screen.findByText(/A password has at least 8 characters/)).toBeDefined()
  await user.click(await button('Forgot Password'))
  await at('/otp')
  expect(network.requestsOf('resetPassword')[0]?.body).toMatchObject({ username: asha.mobile })
})

test.each([
  ['login', { token: 'token-1', expiresIn: 600_000_000 }],
  ['getRole', { privileges: ['VIEW_APP_DASHBOARD'] }],
] as const)(
  '[LOG-6] a log-in that the agent leaves before the answer of %s stays left',
  async (call, answer) => {
    const late = answerLater()
    network.answer(call, late.answer)
    const { user, logInWith } = await passwordScreen()
    await logInWith('Agent@2026')
    await waitFor(() => expect(network.requestsOf(call)).toHaveLength(1))
    await user.click(await button(/Edit/))
    await at('/login')
    await logInOpens()
    await wait(1100)
    const asked = network.requests.length
    await act(async () => late.arrive(success(answer)))
    expect(window.location.pathname).toBe('/login')
    expect(readAccessToken()).toBeUndefined()
    expect(useSession.getState().dashboardLock).toBe('')
    expect(network.requests).toHaveLength(asked)
  },
)

test('[LOG-7] after each refused password the focus is in its field, whose text is typed over', async () => {
  network.answer('login', refusal(signInTexts.passwordIncorrect))
  const { logInWith, user } = await passwordScreen()
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  await logInWith('Agent@2025')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')).toBe(
    screen.getByRole('alert'),
  )
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.keyboard('Agent@2024')
  expect(field.value).toBe('Agent@2024')
  await user.click(await button('Submit'))
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(network.requestsOf('login')).toHaveLength(2)
})

test('[LOG-8] an unverified user goes to / and sees the reason', async () => {
  network.answer('login', refusal(signInTexts.userNotVerified))
  const { logInWith } = await passwordScreen()
  await logInWith('Agent@2026')
  await at('/')
  await logInOpens()
  expect(await alertText()).toBe(signInTexts.userNotVerified)
})

test('[LOG-9] an account that needs an OTP first gets one and the OTP screen', async () => {
  network.answer('login', refusal(signInTexts.otpVerificationFirst))
  const { logInWith } = await passwordScreen()
  await logInWith('Agent@2026')
  await at('/otp')
  expect(network.requestsOf('resetPassword')).toHaveLength(1)
})

test('[LOG-10] any other failure checks the user again and follows the answer', async () => {
  network.answer('login', refusal('Something else'))
  network.answer('checkUser', { otpRequired: true, otpDetails })
  const { logInWith } = await passwordScreen()
  await logInWith('Agent@2026')
  await at('/otp')
  expect(network.requestsOf('checkUser')).toHaveLength(1)
})

test('[LOG-10] after a check that leads back here the screen shows the message', async () => {
  network.answer('login', refusal('Something else'))
  const { logInWith } = await passwordScreen()
  await logInWith('Agent@2026')
  expect(await alertText()).toBe('Something else')
  expect(network.requestsOf('checkUser')).toHaveLength(1)
})

test.each([
  ['503', httpError(503, 'Please try again'), 'Please try again'],
  ['a network error', cutConnection, 'Failed to fetch'],
])('[LOG-10] %s is shown and stays', async (_what, answer, shown) => {
  network.answer('login', answer)
  const { logInWith } = await passwordScreen()
  await logInWith('Agent@2026')
  expect(await alertText()).toContain(shown)
  expect(window.location.pathname).toBe('/login-with-password')
  expect(network.requestsOf('checkUser')).toEqual([])
})

test('[LOG-10] 429 is shown and stays, the wait counts down, and no try is sent meanwhile', async () => {
  network.answer('login', httpError(429, 'Wait 30 seconds', { 'retry-after': '30' }))
  const { logInWith, user } = await passwordScreen()
  await logInWith('Agent@2026')
  expect(await alertText()).toContain('Too many tries')
  expect(screen.getByRole('timer').textContent).toBe('You can log in again in 0:30.')
  await wait(10_000)
  expect(screen.getByRole('timer').textContent).toBe('You can log in again in 0:20.')
  await user.click(await button('Submit'))
  expect(network.requestsOf('login')).toHaveLength(1)
  expect(network.requestsOf('checkUser')).toEqual([])

  await wait(20_000)
  expect(screen.queryByRole('timer')).toBeNull()
  network.answer('login', usualAnswers.login ?? {})
  await user.click(await button('Submit'))
  await at('/dashboard')
})

test('[LOG-11] an agent without DBS_AGENT is warned and sent back to /, with nothing stored', async () => {
  network.answer('getProfile', { user: { ...asha, assignedRoles: ['DBS_VIEWER'] } })
  const { logInWith } = await passwordScreen()
  await logInWith('Agent@2026')
  await at('/')
  await logInOpens()
  expect(await alertText()).toBe(signInTexts.accessNotPermitted)
  expect(readAccessToken()).toBeUndefined()
  expect(useSession.getState()).toMatchObject({ dashboardLock: '', profileInfo: null })
  expect(network.requestsOf('getRole')).toEqual([])
  // The portal also ends the session on the server, where it would otherwise last for days.
  await waitFor(() => expect(network.requestsOf('logout')).toHaveLength(1))
})

test('a log-in whose profile cannot be fetched leaves no partial session', async () => {
  network.answer('getProfile', cutConnection)
  const { logInWith } = await passwordScreen()
  await logInWith('Agent@2026')
  expect(await alertText()).toContain('Failed to fetch')
  expect(readAccessToken()).toBeUndefined()
  expect(useSession.getState()).toMatchObject({ phone: asha.mobile, loginLock: 'true', dashboardLock: '' })
})

test('[OTP-1] the OTP screen has its fields and actions, and Edit leads back to the log-in', async () => {
  otpSent()
  const { user } = await newPasswordScreen()
  for (const label of ['OTP', 'New password', 'Confirm password'])
    expect(screen.getByLabelText(label)).toBeDefined()
  for (const name of ['Submit', 'Resend OTP']) expect(await button(name)).toBeDefined()
  await user.click(await button(/Edit/))
  await at('/login')
  await logInOpens()
})

const good = 'Agent@2026'
const refusedHere = [
  ['', good, good, newPasswordTexts.otpWrongLength],
  ['12345', good, good, newPasswordTexts.otpWrongLength],
  ['12a456', good, good, newPasswordTexts.otpWrongLength],
  ['123456', 'agent@2026', 'agent@2026', newPasswordTexts.rule],
  ['123456', '', '', newPasswordTexts.empty],
  ['123456', good, '', newPasswordTexts.empty],
  ['123456', good, 'Agent@2027', newPasswordTexts.mismatch],
] as const
test.each(refusedHere)(
  '[OTP-2] [OTP-4] [OTP-5] the OTP %j with the passwords %j and %j is refused: %s',
  async (otp, password, confirmed, text) => {
    otpSent()
    const { send } = await newPasswordScreen()
    await send(otp, password, confirmed)
    expect(await alertText()).toBe(text)
    expect(network.requestsOf('setPassword')).toEqual([])
  },
)

test('[OTP-3] resend waits for 60 seconds, is enabled when the timer is back at 60, and waits again', async () => {
  otpSent()
  const { user } = await newPasswordScreen()
  const resend = await screen.findByRole<HTMLButtonElement>('button', { name: 'Resend OTP' })
  expect(resend.disabled).toBe(true)
  expect(screen.getByRole('timer').textContent).toBe('Resend in 0:59')
  await wait(59_000)
  expect(screen.getByRole('timer').textContent).toBe('Resend in 0:01')
  expect(resend.disabled).toBe(true)
  await wait(1000)
  expect(useSession.getState().otpTimer).toBe(60)
  expect(resend.disabled).toBe(false)
  await user.click(resend)
  await waitFor(() => expect(resend.disabled).toBe(true))
  expect(document.activeElement).toBe(screen.getByLabelText('OTP'))
  expect(network.requestsOf('resetPassword')).toHaveLength(1)
  expect(network.requestsOf('resetPassword')[0]?.headers.has('authorization')).toBe(false)
})

test('[OTP-3] a reload continues the countdown', async () => {
  otpSent(45)
  await newPasswordScreen()
  expect(useSession.getState().otpTimer).toBe(15)
})

test('[OTP-3] resend does not wait for the hour by which the clock was set back meanwhile', async () => {
  otpSent(-3_600)
  await newPasswordScreen()
  const resend = await screen.findByRole<HTMLButtonElement>('button', { name: 'Resend OTP' })
  expect(resend.disabled).toBe(false)
})

test('[OTP-4] the demands of the rule tick off while typing', async () => {
  otpSent()
  const { user } = await newPasswordScreen()
  await user.type(screen.getByLabelText('New password'), 'Agent')
  const states = within(screen.getByRole('list', { name: 'Password requirements' }))
    .getAllByRole('listitem')
    .map(item => item.textContent?.replace(/ \(/, ': ').replace(')', ''))
  expect(states).toEqual([
    'At least 8 characters: still needed',
    '1 uppercase letter: done',
    '1 lowercase letter: done',
    '1 number: still needed',
    '1 of @ # $ % ^ & + ! =: still needed',
  ])
})

test('[OTP-6] [OTP-7] [API-6] [SES-8] a good OTP sets the password and leads to the log-in after one second', async () => {
  otpSent()
  const { send } = await newPasswordScreen()
  await send('123456', 'Agent@2026')
  await screen.findByText(newPasswordTexts.done)
  const [request] = network.requestsOf('setPassword')
  expect(request?.body).toMatchObject({ username: asha.mobile, otpDetails: { ...otpDetails, otp: '123456' } })
  expect(JSON.stringify(request?.body)).not.toContain('Agent@2026')
  expect(request?.headers.has('authorization')).toBe(false)
  await wait(1000)
  await at('/login')
  await logInOpens()
  expect(mobile().value).toBe(asha.mobile)
})

test('[OTP-1] a refused OTP shows the reason and keeps the input', async () => {
  otpSent()
  network.answer('setPassword', refusal('OTP expired'))
  const { send } = await newPasswordScreen()
  await send('123456', 'Agent@2026')
  await screen.findByText('OTP expired')
  const otp = screen.getByLabelText<HTMLInputElement>('OTP')
  await waitFor(() => expect(document.activeElement).toBe(otp))
  expect([otp.selectionStart, otp.selectionEnd]).toEqual([0, 6])
  expect(otp.getAttribute('aria-describedby')).toContain(screen.getByRole('alert').id)
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('Agent@2026')
  expect(window.location.pathname).toBe('/otp')
})

test('the OTP screen shows the mark of the SMS and, after a wrong OTP, the tries that are left', async () => {
  otpSent()
  const { send } = await newPasswordScreen()
  expect(
    screen.getByText(
      'If this number can set its password here, an SMS comes to XXXXXX0001. Enter the 6-digit code of the SMS with the mark 42.',
    ),
  ).toBeDefined()
  for (const [triesLeft, shown] of [
    [4, 'Tries left: 4.'],
    [0, 'No tries are left. Please ask for a new OTP.'],
  ] as const) {
    network.answer(
      'setPassword',
      refusal(newPasswordTexts.otpWrong, { otpDetails: { ...otpDetails, triesLeft } }),
    )
    await send('123456', 'Agent@2026')
    await alertBecomes(`${newPasswordTexts.otpWrong}\n${shown}`)
  }
  network.answer('setPassword', refusal('This OTP has expired. Please ask for a new one.'))
  await send('123456', 'Agent@2026')
  await alertBecomes('This OTP has expired. Please ask for a new one.')
})

test('half a minute without an SMS the OTP screen says who gets none and who helps, in words for every phone', async () => {
  useBranding.setState(brandingFile)
  otpSent(29)
  const { user } = await newPasswordScreen()
  expect(screen.queryByText(/No SMS\?/)).toBeNull()
  await wait(2000)
  const advice = screen.getByText(/No SMS\?/).closest('output')
  expect(advice?.textContent).toContain(
    'Agents who log in with a passkey, or who asked too often, cannot get one here: log in with the passkey, or call your bank.',
  )
  expect(advice?.querySelector('a')?.getAttribute('href')).toBe('tel:1800222333')

  await user.type(screen.getByLabelText('OTP'), '1')
  expect(screen.queryByText(/No SMS\?/)).toBeNull()
  await user.clear(screen.getByLabelText('OTP'))
  await wait(31_000)
  await user.click(await button('Resend OTP'))
  await screen.findByRole('timer')
  expect(screen.queryByText(/No SMS\?/)).toBeNull()
})

const passkeys = ['Chrome on Windows', 'Safari on iOS'].map((name, index) => ({
  id: `passkey-${index}`,
  name,
  createdOn: '2026-11-20T04:30:00.000Z',
  lastUsedOn: null,
}))

test('the change of password asks which passkeys stay, none ticked, sends those and says what ended', async () => {
  signedInAgent()
  network.answer('getSecurity', { passkeys, sessions: [] })
  const { user, send } = await newPasswordScreen('/change-password')
  const asked = within(await screen.findByRole('group', { name: 'Which passkeys stay?' }))
  expect(asked.getByText(/somebody else may have added them/)).toBeDefined()
  const ticks = asked.getAllByRole<HTMLInputElement>('checkbox')
  expect(ticks.map(({ checked }) => checked)).toEqual([false, false])
  await user.click(asked.getByRole('checkbox', { name: /Safari on iOS/ }))
  await send('123456', 'Agent@2026')
  await screen.findByText(newPasswordTexts.done)
  await wait(1000)
  expect(window.location.pathname).toBe('/login')
  expect(await alertText()).toBe('You are logged out everywhere. Passkeys removed: 1.')
  expect(useSession.getState()).toMatchObject({ dashboardLock: '', phone: '' })
  expect(readAccessToken()).toBeUndefined()
  expect(network.sent('setPassword')).toMatchObject([{ keepPasskeys: ['passkey-1'] }])
})

test('no password is changed before the agent could be asked which passkeys stay', async () => {
  signedInAgent()
  const late = answerLater()
  network.answer('getSecurity', late.answer)
  const { user } = await newPasswordScreen('/change-password')
  await user.type(screen.getByLabelText('OTP'), '123456')
  await user.type(screen.getByLabelText('New password'), 'Agent@2026')
  await user.type(screen.getByLabelText('Confirm password'), 'Agent@2026{Enter}')
  expect(network.sent('setPassword')).toEqual([])
  await act(async () => late.arrive(success({ passkeys, sessions: [] })))
  expect(await screen.findByRole('group', { name: 'Which passkeys stay?' })).toBeDefined()
  await user.click(await button('Submit'))
  await screen.findByText(newPasswordTexts.done)
  expect(network.sent('setPassword')).toHaveLength(1)
})

test('an agent without passkeys is asked for none, and a list that cannot be read is asked for again', async () => {
  signedInAgent()
  network.answer('getSecurity', refusal('The list is away'), { passkeys: [], sessions: [] })
  const { user, send } = await newPasswordScreen('/change-password')
  await screen.findByText('The list is away')
  await user.click(await button('Try again'))
  await waitFor(() => expect(screen.queryByText('The list is away')).toBeNull())
  expect(screen.queryByRole('checkbox')).toBeNull()
  await send('123456', 'Agent@2026')
  await screen.findByText(newPasswordTexts.done)
  await wait(1000)
  expect(await alertText()).toBe('You are logged out everywhere.')
})

test('[PWD-1] [API-5] [API-6] the change of password asks for an OTP with auth headers, and ends at the log-in', async () => {
  signedInAgent()
  const { send } = await newPasswordScreen('/change-password')
  await waitFor(() => expect(network.requestsOf('resetPassword')).toHaveLength(1))
  expect(network.requestsOf('resetPassword')[0]?.headers.get('authorization')).toBe('Bearer token-1')
  await send('123456', 'Agent@2026')
  await screen.findByText(newPasswordTexts.done)
  expect(network.requestsOf('setPassword')[0]?.headers.get('authorization')).toBe('Bearer token-1')
  await wait(1000)
  expect(window.location.pathname).toBe('/login')
})

test('[PWD-1] until its own OTP is there, the change of password shows no mark of an OTP before', async () => {
  signedInAgent()
  setSession({ userChecked: { otpRequired: true, otpDetails, receivedOn: testTime } })
  const late = answerLater()
  network.answer('resetPassword', late.answer)
  await newPasswordScreen('/change-password')
  expect(await screen.findByText('Enter the 6-digit code sent by SMS.')).toBeDefined()
  await act(async () => late.arrive(success({ otpDetails: { ...otpDetails, mark: '77' } })))
  expect(await screen.findByText(/with the mark 77/)).toBeDefined()
})

test.each([
  ['', newPasswordTexts.otpWrong],
  ['abcdef', newPasswordTexts.otpWrong],
  ['12345', newPasswordTexts.otpWrongLength],
])('[PWD-1] the OTP %j on the change of password: %s', async (otp, text) => {
  signedInAgent()
  const { send } = await newPasswordScreen('/change-password')
  await send(otp, 'Agent@2026')
  expect(await alertText()).toBe(text)
  expect(network.requestsOf('setPassword')).toEqual([])
})

test('[OTP-3] the refusal of the OTP before is not shown once another OTP was sent', async () => {
  otpSent(70)
  const late = answerLater()
  const { user, send } = await newPasswordScreen()
  network.answer('setPassword', late.answer)
  await send('123456', 'Agent@2026')
  await user.click(await button('Resend OTP'))
  await screen.findByRole('timer')
  await act(async () => late.arrive(JSON.stringify(refusal(newPasswordTexts.otpWrong))))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Submit' }).hasAttribute('aria-busy')).toBe(false),
  )
  expect(screen.queryByText(newPasswordTexts.otpWrong)).toBeNull()
})

test('[OTP-3] another OTP that arrives after the agent went back for another number is not that number’s', async () => {
  otpSent(70)
  const late = answerLater()
  const { user } = await newPasswordScreen()
  network.answer('resetPassword', late.answer)
  await user.click(await button('Resend OTP'))
  await user.click(await button(/Edit/))
  await at('/login')
  await logInOpens()
  await user.clear(mobile())
  await user.type(mobile(), '9000000002')
  await user.click(await button('Continue'))
  await at('/login-with-password')
  await act(async () => late.arrive(success({ otpDetails })))
  expect(useSession.getState()).toMatchObject({ phone: '9000000002', userChecked: { otpRequired: false } })
})

test('[PWD-1] an OTP that could not be sent can be requested again', async () => {
  signedInAgent()
  network.answer('resetPassword', cutConnection)
  const { user } = await newPasswordScreen('/change-password')
  await screen.findByText('Failed to fetch')
  network.answer('resetPassword', { otpDetails })
  await user.click(await button('Resend OTP'))
  expect(await screen.findByText(/XXXXXX0001/)).toBeDefined()
})
