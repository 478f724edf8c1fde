import { calls } from '@ekyc/contract/calls'

import { call } from '../../api/api-client.ts'
import { forgetEarlyAnswer } from '../../api/early-answers.ts'
import { go } from '../../session/navigation.ts'
import { setNotice } from '../../session/notice.ts'
import { paths } from '../../session/paths.ts'
import { setSession } from '../../session/session.ts'
import type { Words } from '../../texts/t.ts'
import { sendOtp } from './send-otp.ts'
import { noteQuestion } from './still-asked.ts'

export async function checkUser(mobile: string): Promise<void> {
  // If the agent changed the mobile number after an early press of Continue, the early answer is for another number.
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

/** Requests a one-time password without authentication, and opens the OTP screen, which shows the reason `why`. */
export async function resetPassword(mobile: string, why?: Words): Promise<void> {
  const isStillAsked = noteQuestion()
  const otpAnswer = await sendOtp(mobile, 'reset')
  if (!isStillAsked()) return
  setSession({ loginLock: 'true', phone: mobile, userChecked: otpAnswer })
  setNotice(why)
  go(paths.otp)
}
