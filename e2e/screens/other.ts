import { paths } from '@ekyc/contract/paths'
import { newPasswordTexts, sessionTexts } from '@ekyc/contract/texts'

import { byName, calls, envelope, press, refusal, statesOf, type Screen } from './screen.ts'
import { otpDetails } from './sign-in.ts'

const passkeyOtp = { [calls.sendPasskeyOtp]: { body: { ...envelope(true), otpDetails: otpDetails() } } }

export const otherScreens: Screen[] = [
  ...statesOf(paths.profile, [
    { state: 'full', shows: 'Lakshmi Nair' },
    { state: 'with passkeys', opensAt: byName, shows: 'Add a passkey' },
    {
      state: 'no OTP for a passkey',
      opensAt: byName,
      answers: passkeyOtp,
      async act(page) {
        await press('Add a passkey')(page)
        await page.getByLabel('OTP').waitFor()
        await press('Add a passkey')(page)
      },
      shows: newPasswordTexts.otpWrong,
    },
    {
      state: 'passkey refused',
      opensAt: byName,
      answers: { ...passkeyOtp, [calls.startPasskey]: refusal('otp_spent') },
      async act(page) {
        await press('Add a passkey')(page)
        await page.getByLabel('OTP').fill('123456')
        await press('Add a passkey')(page)
      },
      shows: 'This OTP was used',
    },
    { state: 'nothing known', slice: { profileInfo: null }, shows: 'Unknown User' },
  ]),
  ...statesOf(paths.faq, [
    { state: 'closed', shows: 'Troubleshooting' },
    { state: 'an answer open', act: page => page.locator('summary').nth(4).click(), shows: 'v1.2.8' },
  ]),
  ...statesOf(paths.termsAndConditions, [
    { state: 'nobody signed in', holds: 'nothing', shows: 'Troubleshooting' },
    { state: 'signed in', shows: 'Troubleshooting' },
  ]),
  ...statesOf(paths.privacyPolicy, [{ state: 'as it opens', holds: 'nothing', shows: 'Privacy' }]),
  ...statesOf('elsewhere', [
    { state: 'nobody signed in', holds: 'nothing', opensAt: '/nope', shows: 'not available' },
    { state: 'signed in', opensAt: '/nope', shows: 'not available' },
    {
      state: 'a screen that does not arrive',
      opensAt: paths.deviceCheck,
      before: page => page.route('**/assets/*/device-check-page.js', route => route.abort()),
      shows: sessionTexts.unexpectedError,
    },
  ]),
]
