import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import { encryptPassword } from './password-encryption.ts'
import { serverMoment } from './server-moment.ts'

/** Sets a new password with the newest one-time password. The typed digits join the server's own otpDetails. */
export async function setPassword(otp: string, password: string): Promise<void> {
  const { phone, userChecked } = useSession.getState()
  const moment = await serverMoment()
  const newPassword = await encryptPassword(phone, password, moment)
  const otpDetails = { ...(userChecked?.otpDetails ?? noDetails), otp }
  await call('setPassword', { username: phone, otpDetails, newPassword }, { datetime: moment })
}

/** Sent without a handle when the lock was forged; the server refuses it. */
const noDetails = { otpRefId: '-' }
