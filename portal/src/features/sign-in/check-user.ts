import { calls } from '@ekyc/contract/calls'

import { call } from '../../api/api-client.ts'
import { forgetEarlyAnswer } from '../../api/early-answers.ts'
import { go } from '../../session/navigation.ts'
import { paths } from '../../session/paths.ts'
import { setSession } from '../../session/session.ts'

/** Asks how the mobile number logs in and opens that screen. */
export async function checkUser(mobile: string): Promise<void> {
  // The number may have changed since Continue was pressed early.
  if (globalThis.early?.mobile !== mobile) forgetEarlyAnswer(calls.checkUser.path)
  const { otpRequired, otpDetails } = await call('checkUser', { username: mobile })
  setSession({
    loginLock: 'true',
    phone: mobile,
    userChecked: { otpRequired, otpDetails, receivedOn: Date.now() },
  })
  go(otpRequired ? paths.otp : paths.loginWithPassword)
}

/** Has a one-time password sent without authentication and opens the OTP screen. */
export async function resetPassword(mobile: string): Promise<void> {
  await sendOneTimePassword(mobile, { withoutAuth: true })
  setSession({ loginLock: 'true', phone: mobile })
  go(paths.otp)
}

async function sendOneTimePassword(mobile: string, options: { withoutAuth: boolean }): Promise<void> {
  const { otpDetails } = await call('resetPassword', { username: mobile }, options)
  setSession({ userChecked: { otpRequired: true, otpDetails, receivedOn: Date.now() } })
}

/** Has another one-time password sent. Returns the error of a failure. */
export function sendAnother(mobile: string, options: { withoutAuth: boolean }): Promise<unknown> {
  return sendOneTimePassword(mobile, options).catch((error: unknown) => error)
}
