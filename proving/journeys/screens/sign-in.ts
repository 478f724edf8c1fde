import { randomUUID } from 'node:crypto'

import { paths } from '@ekyc/contract/paths'
import { refusals } from '@ekyc/contract/refusals'
import { signInTexts } from '@ekyc/contract/sign-in-texts'
import { newPasswordTexts, sessionTexts } from '@ekyc/contract/texts'
import type { Page } from '@playwright/test'

import {
  byName,
  calls,
  envelope,
  overloaded,
  passkeys,
  press,
  refusal,
  securityWith,
  statesOf,
  type Answer,
} from './screen.ts'

export const otpDetails = () => ({
  otpRefId: randomUUID(),
  expiresOn: new Date(Date.now() + 300_000).toISOString(),
  resendAfter: 60,
  triesLeft: 5,
  sentTo: '9xxxxxx002',
  mark: '42',
})

/** The screen opens `msAgo` ms after an OTP was sent. The getter reads the clock when the screen opens. */
const sent = (msAgo: number) => ({
  otpRequired: true,
  otpDetails: otpDetails(),
  get receivedOn() {
    return Date.now() - msAgo
  },
})
const justSent = sent(0)

const fillPasswords = async (page: Page) => {
  await page.getByLabel('OTP').fill('123456')
  await page.getByRole('textbox', { name: 'New password' }).fill('Fresh@Start1')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Fresh@Start1')
  await page.getByRole('button', { name: 'Submit' }).click()
}
/** Disables timers of one second, because such a timer leads from the confirmation of a new password to the log-in. */
const staying = (page: Page) =>
  page.addInitScript(() => {
    const later = globalThis.setTimeout
    globalThis.setTimeout = ((then: () => void, ms?: number) =>
      ms === 1000 ? 0 : later(then, ms)) as typeof setTimeout
  })
const submitEmpty = press('Submit')
const otpSent = { [calls.reset]: { body: { ...envelope(true), otpDetails: otpDetails() } } }
const checkedWith = (answer: Answer) =>
  ({ holds: 'nothing', answers: { [calls.check]: answer }, act: enterMobile }) as const

const missingFactor = (code: keyof typeof refusals, fields: object) => ({
  [calls.login]: { body: { ...envelope(false, refusals[code], code), ...fields } },
})
async function rightPassword(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Password' }).fill('Right@2026')
  await press('Submit')(page)
}

export const signInScreens = [
  ...statesOf(paths.home, [
    { state: 'as it opens', holds: 'nothing', shows: 'Mobile number' },
    {
      state: 'after the session has ended',
      holds: 'session without cookie',
      opensAt: paths.dashboard,
      shows: sessionTexts.expired,
    },
  ]),
  ...statesOf(paths.login, [
    { state: 'as it opens', holds: 'nothing', shows: 'Mobile number' },
    { state: 'a wrong number', holds: 'nothing', act: press('Continue'), shows: signInTexts.mobileWrong },
    { state: 'waiting', ...checkedWith('nothing'), shows: 'Please wait' },
    {
      state: 'without a line',
      holds: 'nothing',
      answers: { [calls.check]: 'broken', '/health/live': 'broken' },
      act: enterMobile,
      shows: 'the rest waits for the network',
    },
  ]),
  ...statesOf(paths.loginWithPassword, [
    { state: 'as it opens', holds: 'checked', shows: 'Enter your password' },
    { state: 'with passkeys', holds: 'checked', opensAt: byName, shows: 'Continue with passkey' },
    { state: 'empty', holds: 'checked', act: submitEmpty, shows: signInTexts.passwordEmpty },
    {
      state: 'wrong, and shown',
      holds: 'checked',
      answers: { [calls.login]: refusal('wrong_password') },
      async act(page) {
        await page.getByRole('textbox', { name: 'Password' }).fill('Wrong@2026')
        await press('Show')(page)
        await press('Submit')(page)
      },
      shows: signInTexts.passwordIncorrect,
    },
    {
      state: 'locked out',
      holds: 'checked',
      before: page =>
        page.route(`**${calls.login}`, route =>
          route.fulfill({
            status: 429,
            headers: { 'retry-after': '30' },
            json: envelope(
              false,
              'Too many wrong passwords. Please try again in 30 seconds.',
              'too_many_wrong_passwords',
            ),
          }),
        ),
      async act(page) {
        await page.getByRole('textbox', { name: 'Password' }).fill('Wrong@2026')
        await press('Submit')(page)
      },
      shows: 'You can log in again in',
    },
    {
      state: 'a second factor is offered',
      holds: 'checked',
      opensAt: byName,
      answers: missingFactor('second_factor_offered', {
        otpRequired: false,
        requiredFrom: '2026-12-04T18:30:00.000Z',
      }),
      act: rightPassword,
      shows: 'Protect your account',
    },
    {
      state: 'a second factor is needed',
      holds: 'checked',
      opensAt: byName,
      answers: missingFactor('second_factor_needed', {
        otpRequired: true,
        otpDetails: otpDetails(),
        requiredFrom: null,
      }),
      act: rightPassword,
      shows: 'Confirm your log-in',
    },
    {
      state: 'the password is locked',
      holds: 'checked',
      answers: { [calls.login]: refusal('account_locked') },
      act: rightPassword,
      shows: 'the password is locked',
    },
  ]),
  ...statesOf(paths.otp, [
    {
      state: 'sent here by the log-in',
      holds: 'checked',
      opensAt: paths.loginWithPassword,
      answers: { [calls.login]: refusal('account_needs_otp'), ...otpSent },
      act: rightPassword,
      shows: 'Set a new password before you log in',
    },
    { state: 'counting down', holds: 'checked', slice: { userChecked: justSent }, shows: 'Resend in' },
    {
      state: 'no SMS after half a minute',
      holds: 'checked',
      slice: { userChecked: sent(31_000) },
      shows: 'No SMS?',
    },
    { state: 'resend possible', holds: 'checked', shows: 'Resend OTP' },
    { state: 'wrong fields', holds: 'checked', act: submitEmpty, shows: newPasswordTexts.otpWrongLength },
    {
      state: 'rules half met',
      holds: 'checked',
      act: page => page.getByRole('textbox', { name: 'New password' }).fill('Fre§'),
      shows: 'Only letters, numbers',
    },
    {
      state: 'refused',
      holds: 'checked',
      slice: { userChecked: justSent },
      answers: {
        [calls.set]: {
          body: {
            ...envelope(false, newPasswordTexts.otpWrong, 'wrong_otp'),
            otpDetails: { ...otpDetails(), triesLeft: 4 },
          },
        },
      },
      act: fillPasswords,
      shows: 'Tries left: 4.',
    },
    {
      state: 'done',
      holds: 'checked',
      answers: { [calls.set]: { body: envelope(true) } },
      before: staying,
      act: fillPasswords,
      shows: newPasswordTexts.done,
    },
  ]),
  ...statesOf(paths.changePassword, [
    { state: 'asked for an OTP', answers: { ...otpSent, ...securityWith([]) }, shows: 'Change password' },
    {
      state: 'which passkeys stay',
      answers: { ...otpSent, ...securityWith(passkeys) },
      shows: 'Which passkeys stay?',
    },
    {
      state: 'done',
      answers: { ...otpSent, ...securityWith(passkeys), [calls.set]: { body: envelope(true) } },
      before: staying,
      act: fillPasswords,
      shows: newPasswordTexts.done,
    },
    {
      state: 'the log-in says what has ended',
      answers: { ...otpSent, ...securityWith(passkeys), [calls.set]: { body: envelope(true) } },
      act: fillPasswords,
      shows: 'Passkeys removed: 2.',
    },
    {
      state: 'the passkeys not to be read',
      answers: { ...otpSent, [calls.security]: overloaded },
      shows: 'The service is busy',
    },
    { state: 'no OTP to be had', answers: { [calls.reset]: overloaded }, shows: 'The service is busy' },
    { state: 'wrong fields', answers: otpSent, act: submitEmpty, shows: newPasswordTexts.otpWrong },
  ]),
]

async function enterMobile(page: Page): Promise<void> {
  await page.getByLabel('Mobile number').fill('9000000005')
  await page.getByRole('button', { name: 'Continue' }).click()
}
