import type { RequestOf } from '@ekyc/contract/shapes'

import { call } from '../../api/api-client.ts'
import type { UserChecked } from '../../session/session-state.ts'
import { remember, setSession, useSession } from '../../session/session.ts'
import { go, noteQuestion, paths } from '../../session/navigation.ts'
import type { Words } from '../../texts/t.ts'

/** The purpose of the OTP: a new password without a session, a new password in a session, or a passkey. */
export type OtpPurpose = 'reset' | 'change' | 'passkey'

async function sendOtp(mobile: string, purpose: OtpPurpose): Promise<UserChecked> {
  const { otpDetails } = await senders[purpose](mobile)
  return { otpRequired: true, otpDetails, receivedOn: Date.now() }
}

export async function sendAnother(mobile: string, purpose: OtpPurpose): Promise<unknown> {
  try {
    const userChecked = await sendOtp(mobile, purpose)
    // The agent may have gone back to type another mobile number.
    if (useSession.getState().phone === mobile) setSession({ userChecked })
    return undefined
  } catch (error) {
    return error
  }
}

export function typedOtp(otp: string): RequestOf<'setPassword'>['otpDetails'] {
  return { ...(useSession.getState().userChecked?.otpDetails ?? noDetails), otp }
}

/** The value, which the server refuses, for a session without otpDetails, such as after a failed request for an OTP. */
const noDetails = { otpRefId: '-' }

const senders = {
  reset: (username: string) => call('resetPassword', { username }, { withoutAuth: true }),
  change: (username: string) => call('resetPassword', { username }),
  passkey: (username: string) => call('sendPasskeyOtp', { username }),
}

export async function checkUser(mobile: string): Promise<void> {
  const isStillAsked = noteQuestion()
  const { otpRequired, otpDetails } = await call('checkUser', { username: mobile })
  if (isStillAsked()) openNextScreen(mobile, { otpRequired, otpDetails, receivedOn: Date.now() })
}

export async function resetPassword(mobile: string, why?: Words): Promise<void> {
  const isStillAsked = noteQuestion()
  const checked = await sendOtp(mobile, 'reset')
  if (!isStillAsked()) return
  remember({ notice: why })
  openNextScreen(mobile, checked)
}

export function openNextScreen(phone: string, userChecked: UserChecked): void {
  setSession({ loginLock: 'true', phone, userChecked })
  go(userChecked.otpRequired ? paths.otp : paths.loginWithPassword)
}
