import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import { encryptPassword } from './password-encryption.ts'
import { serverMoment } from './server-moment.ts'

/** Sets a new password by the one-time password that was sent last. The typed digits join the server's own object. */
export async function setPassword(otp: string, password: string): Promise<void> {
  const { phone, userChecked } = useSession.getState()
  const moment = await serverMoment()
  const newPassword = await encryptPassword(phone, password, moment)
  const otpDetails = { ...(userChecked?.otpDetails ?? noDetails), otp }
  await call('setPassword', { username: phone, otpDetails, newPassword }, { datetime: moment })
}

/** An OTP typed without a handle (a forged lock): the server refuses it in its own words. */
const noDetails = { otpRefId: '-' }
