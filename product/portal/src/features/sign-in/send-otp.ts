import type { RequestOf } from '@ekyc/contract/shapes'

import { call } from '../../api/api-client.ts'
import type { UserChecked } from '../../session/session-state.ts'
import { setSession, useSession } from '../../session/session.ts'

/** The purpose of the OTP: a new password without a session, a new password in a session, or a passkey. */
export type OtpPurpose = 'reset' | 'change' | 'passkey'

export async function sendOtp(mobile: string, purpose: OtpPurpose): Promise<UserChecked> {
  const { otpDetails } = await senders[purpose](mobile)
  return { otpRequired: true, otpDetails, receivedOn: Date.now() }
}

/** Requests a first or another one-time password, and stores its details. Returns the error if the request fails. */
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
