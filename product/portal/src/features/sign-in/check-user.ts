import { call } from '../../api/api-client.ts'
import { go } from '../../session/navigation.ts'
import { setNotice } from '../../session/notice.ts'
import { paths } from '../../session/paths.ts'
import type { UserChecked } from '../../session/session-state.ts'
import { setSession } from '../../session/session.ts'
import type { Words } from '../../texts/t.ts'
import { sendOtp } from './send-otp.ts'
import { noteQuestion } from './still-asked.ts'

export async function checkUser(mobile: string): Promise<void> {
  const isStillAsked = noteQuestion()
  const { otpRequired, otpDetails } = await call('checkUser', { username: mobile })
  if (isStillAsked()) openNextScreen(mobile, { otpRequired, otpDetails, receivedOn: Date.now() })
}

/** Requests a one-time password without authentication, and opens the OTP screen, which shows the reason `why`. */
export async function resetPassword(mobile: string, why?: Words): Promise<void> {
  const isStillAsked = noteQuestion()
  const checked = await sendOtp(mobile, 'reset')
  if (!isStillAsked()) return
  setNotice(why)
  openNextScreen(mobile, checked)
}

/** Opens the screen that the server's answer about the number demands. */
export function openNextScreen(phone: string, userChecked: UserChecked): void {
  setSession({ loginLock: 'true', phone, userChecked })
  go(userChecked.otpRequired ? paths.otp : paths.loginWithPassword)
}
