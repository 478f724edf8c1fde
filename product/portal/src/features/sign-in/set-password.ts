import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import { encryptPassword } from './password-encryption.ts'
import { typedOtp } from './send-otp.ts'
import { serverMoment } from './server-moment.ts'

/**
 * Sets a new password with the newest one-time password.
 * @param keepPasskeys the ids of the passkeys that stay; undefined if the agent was not asked
 */
export async function setPassword(otp: string, password: string, keepPasskeys?: string[]): Promise<void> {
  const { phone } = useSession.getState()
  const moment = await serverMoment()
  const newPassword = await encryptPassword(phone, password, moment)
  const request = { username: phone, otpDetails: typedOtp(otp), newPassword }
  await call('setPassword', keepPasskeys ? { ...request, keepPasskeys } : request, { datetime: moment })
}
