import { sessionWarningMs } from '@ekyc/contract/limits'
import type { OtpDetails } from '@ekyc/contract/shapes'
import { signInTexts } from '@ekyc/contract/texts'
import { agentRole } from '@ekyc/contract/words'

import { call } from '../../api/api-client.ts'
import { messageOf } from '../../api/call-errors.ts'
import { deviceInfo } from '../../api/device-info.ts'
import { serverNow } from '../../api/server-clock.ts'
import { storeAccessToken } from '../../session/access-token.ts'
import { clearSession, endSession } from '../../session/end-session.ts'
import { go } from '../../session/navigation.ts'
import { paths } from '../../session/paths.ts'
import { resetSession, setSession, useSession } from '../../session/session.ts'
import { nextStepAfter } from './after-login.ts'
import { encryptPassword } from './password-encryption.ts'

/** Asks what the mobile logs in with and opens that screen. */
export async function checkUser(mobile: string): Promise<void> {
  const { otpRequired, otpDetails } = await call('checkUser', { username: mobile })
  setSession({ ...openedBy(otpDetails, otpRequired), phone: mobile })
  go(otpRequired ? paths.otp : paths.loginWithPassword)
}

/** Has a one-time password sent as nobody signed in, and opens the OTP screen. */
export async function resetPassword(mobile: string): Promise<void> {
  await sendOneTimePassword(mobile, { withoutAuth: true })
  setSession({ loginLock: 'true', phone: mobile })
  go(paths.otp)
}

export async function sendOneTimePassword(mobile: string, options: { withoutAuth: boolean }): Promise<void> {
  const { otpDetails } = await call('resetPassword', { username: mobile }, options)
  setSession({ userChecked: { otpRequired: true, otpDetails, receivedOn: Date.now() } })
}

/** Sets a new password by the one-time password that was sent last. The typed digits join the server's own object. */
export async function setPassword(otp: string, password: string): Promise<void> {
  const { phone, userChecked } = useSession.getState()
  const moment = await serverMoment()
  const newPassword = await encryptPassword(phone, password, moment)
  const otpDetails = { ...(userChecked?.otpDetails ?? noDetails), otp }
  await call('setPassword', { username: phone, otpDetails, newPassword }, { datetime: moment })
}

/** Logs in and opens the dashboard, or does what the refusal asks for. Answers the message to show, if any. */
export async function logIn(password: string): Promise<string> {
  const { phone, loginAttemptNo } = useSession.getState()
  setSession({ loginAttemptNo: loginAttemptNo + 1 })
  try {
    await openSession(phone, password)
    return ''
  } catch (error) {
    return await follow(error, phone)
  }
}

function openedBy(otpDetails: OtpDetails | null, otpRequired: boolean) {
  return { loginLock: 'true', userChecked: { otpRequired, otpDetails, receivedOn: Date.now() } } as const
}

/** The device info's look-up tells the server's clock too; without it a wrong computer clock would spoil the cipher. */
async function serverMoment(): Promise<Date> {
  await deviceInfo()
  return serverNow()
}

/** An OTP typed without a handle (a forged lock): the server refuses it in its own words. */
const noDetails = { otpRefId: '-' }

async function openSession(phone: string, password: string): Promise<void> {
  const moment = await serverMoment()
  const encrypted = await encryptPassword(phone, password, moment)
  const { token, expiresIn } = await call(
    'login',
    { username: phone, password: encrypted, otpDetails: null },
    { datetime: moment },
  )
  storeAccessToken(token, expiresIn)
  try {
    await enter(phone, Date.now() + expiresIn - sessionWarningMs)
  } catch (error) {
    clearSession()
    setSession({ phone, loginLock: 'true' })
    throw error
  }
}

async function enter(phone: string, warningTime: number): Promise<void> {
  const { user } = await call('getProfile', { username: phone })
  if (!user.assignedRoles.includes(agentRole)) {
    void call('logout', {}).catch(() => {})
    endSession(signInTexts.accessNotPermitted)
    return
  }
  const { privileges } = await call('getRole', { roleId: agentRole })
  resetSession()
  setSession({ phone, warningTime, profileInfo: user, allPrevielages: privileges, dashboardLock: 'true' })
  go(paths.dashboard)
}

async function follow(error: unknown, phone: string): Promise<string> {
  const message = messageOf(error)
  try {
    switch (nextStepAfter(error)) {
      case 'stay':
        break
      case 'start-over':
        endSession(message)
        break
      case 'reset-password':
        await resetPassword(phone)
        break
      case 'check-again':
        await checkUser(phone)
        break
    }
    return message
  } catch (next) {
    return messageOf(next)
  }
}
