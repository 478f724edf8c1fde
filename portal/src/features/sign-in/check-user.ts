import { calls } from '@ekyc/contract/calls'

import { call } from '../../api/api-client.ts'
import { forgetEarlyAnswer } from '../../api/early-answers.ts'
import { go } from '../../session/navigation.ts'
import { setNotice } from '../../session/notice.ts'
import { paths } from '../../session/paths.ts'
import type { UserChecked } from '../../session/session-state.ts'
import { setSession, useSession } from '../../session/session.ts'
import type { Words } from '../../texts/t.ts'
import { noteQuestion } from './still-asked.ts'

/** Asks how the mobile number logs in and opens that screen. */
export async function checkUser(mobile: string): Promise<void> {
  // The number may have changed since Continue was pressed early.
  if (globalThis.early?.mobile !== mobile) forgetEarlyAnswer(calls.checkUser.path)
  const isStillAsked = noteQuestion()
  const { otpRequired, otpDetails } = await call('checkUser', { username: mobile })
  if (!isStillAsked()) return
  setSession({
    loginLock: 'true',
    phone: mobile,
    userChecked: { otpRequired, otpDetails, receivedOn: Date.now() },
  })
  go(otpRequired ? paths.otp : paths.loginWithPassword)
}

/** Has a one-time password sent without authentication and opens the OTP screen, which says why. */
export async function resetPassword(mobile: string, why?: Words): Promise<void> {
  const isStillAsked = noteQuestion()
  const sent = await sendOneTimePassword(mobile, { withoutAuth: true })
  if (!isStillAsked()) return
  setSession({ loginLock: 'true', phone: mobile, userChecked: sent })
  setNotice(why)
  go(paths.otp)
}

/** Has another one-time password sent. Returns the error of a failure. */
export async function sendAnother(mobile: string, options: { withoutAuth: boolean }): Promise<unknown> {
  try {
    const userChecked = await sendOneTimePassword(mobile, options)
    // The agent may have gone back for another number.
    if (useSession.getState().phone === mobile) setSession({ userChecked })
    return undefined
  } catch (error) {
    return error
  }
}

async function sendOneTimePassword(mobile: string, options: { withoutAuth: boolean }): Promise<UserChecked> {
  const { otpDetails } = await call('resetPassword', { username: mobile }, options)
  return { otpRequired: true, otpDetails, receivedOn: Date.now() }
}
