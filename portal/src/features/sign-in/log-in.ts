import { sessionWarningMs } from '@ekyc/contract/limits'
import { agentRole } from '@ekyc/contract/words'

import { call } from '../../api/api-client.ts'
import { messageOf } from '../../api/call-errors.ts'
import { keepKeyFor } from '../../api/proof-of-possession.ts'
import { storeAccessToken } from '../../session/access-token.ts'
import { clearSession, endSession } from '../../session/end-session.ts'
import { go } from '../../session/navigation.ts'
import { noteLogIn } from '../../session/newest-log-in.ts'
import { paths } from '../../session/paths.ts'
import { resetSession, setSession, useSession } from '../../session/session.ts'
import { t } from '../../texts/en/password.ts'
import { nextStepAfter, type NextStep } from './after-login.ts'
import { checkUser, resetPassword } from './check-user.ts'
import { encryptPassword } from './password-encryption.ts'
import { serverMoment } from './server-moment.ts'

/** Logs in and opens the dashboard, or follows the refusal. Returns the message to show, if any. */
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

async function openSession(phone: string, password: string): Promise<void> {
  const moment = await serverMoment()
  const encrypted = await encryptPassword(phone, password, moment)
  const { token, expiresIn } = await call(
    'login',
    { username: phone, password: encrypted, otpDetails: null },
    { datetime: moment },
  )
  const warningTime = Date.now() + expiresIn - sessionWarningMs
  await keepKeyFor(token)
  storeAccessToken(token, expiresIn)
  noteLogIn(warningTime)
  try {
    await enter(phone, warningTime)
  } catch (error) {
    clearSession()
    setSession({ phone, loginLock: 'true' })
    throw error
  }
}

/** Requires the role DBS_AGENT and fetches its privileges (product.md section 6). */
async function enter(phone: string, warningTime: number): Promise<void> {
  const { user } = await call('getProfile', { username: phone })
  if (!user.assignedRoles.includes(agentRole)) {
    call('logout', {}).catch(() => {})
    endSession(t('password.accessNotPermitted'))
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
    await steps[nextStepAfter(error)](phone, message)
    return message
  } catch (next) {
    return messageOf(next)
  }
}

const steps: Record<NextStep, (phone: string, message: string) => unknown> = {
  stay: () => {},
  'start-over': (_phone, message) => endSession(message),
  'reset-password': resetPassword,
  'check-again': checkUser,
}
