import { sessionWarningMs } from '@ekyc/contract/limits'
import type { OtpDetails, PasskeyAssertion, RequestOf } from '@ekyc/contract/shapes'
import { agentRole } from '@ekyc/contract/words'
import { CallFailed, Refused, Unauthenticated } from '@ekyc/ui/browser/call-errors.ts'
import { signWithPasskey } from '@ekyc/ui/browser/passkeys.ts'
import { storedText } from '@ekyc/ui/browser/stored-text.ts'
import { shownMessageOf } from '@ekyc/ui/texts/shown.ts'
import { signInTexts } from '@ekyc/contract/sign-in-texts'

import { call, logOut } from '../../api/api-client.ts'
import { keepKeyFor } from '../../api/proof-of-possession.ts'
import { readAccessToken, storeAccessToken } from '../../session/access-token.ts'
import { noteLogIn } from '../../session/newest-log-in.ts'
import { clearSession, endSession } from '../../session/end-session.ts'
import { go, noteQuestion } from '../../session/navigation.ts'
import { resetSession, setSession, useSession } from '../../session/session.ts'
import { takeWork } from '../../session/work-kept.ts'
import { t, type Words } from '../../texts/t.ts'
import { checkUser, resetPassword } from './number-check.ts'
import { encryptPassword, serverMoment } from './password-encryption.ts'

export type LogInAnswer = {
  message?: Words
  error?: unknown
  /** The time until which the server refuses every try, in epoch milliseconds. */
  lockedUntil?: number
  missing?: MissingFactor
}

/** A log-in that lacks the second factor. If no OTP was sent, the agent may skip the factor until `requiredFrom`. */
export type MissingFactor = { password: string; isOtpSent: boolean; requiredFrom: string | undefined }

export async function logIn(
  password: string,
  factor: Factor = { secondFactor: 'ask' },
): Promise<LogInAnswer> {
  const answer = await attempt(async phone => {
    const moment = await serverMoment()
    const encrypted = await encryptPassword(phone, password, moment)
    const request = { username: phone, password: encrypted, otpDetails: null, ...factor }
    return call('login', request, { datetime: moment })
  })
  return answer.error instanceof Refused ? (missingFactor(answer.error, password) ?? answer) : answer
}

type Factor = Partial<Pick<RequestOf<'login'>, 'otpDetails' | 'secondFactor'>>

export function logInByPasskey(picked?: PasskeyAssertion): Promise<LogInAnswer> {
  return attempt(async username => {
    const credential =
      picked ?? (await signWithPasskey((await call('startPasskeyLogin', { username })).options))
    const opened = await call('loginByPasskey', { username, credential })
    notePasskeyHere()
    return opened
  }, 'stay')
}

async function attempt(open: (phone: string) => Promise<Opened>, otherwise?: NextStep): Promise<LogInAnswer> {
  const { phone, loginAttemptNo } = useSession.getState()
  const isStillAsked = noteQuestion()
  setSession({ loginAttemptNo: loginAttemptNo + 1 })
  try {
    const answer = await open(phone)
    if (isStillAsked()) await enterWith(answer, phone)
    return {}
  } catch (error) {
    if (!isStillAsked()) return {}
    // The agent has cancelled the browser's dialog, or this device has no passkey.
    if (error instanceof DOMException) return { message: () => t('passkey.notUsed') }
    return await follow(error, phone, otherwise)
  }
}

type Opened = { token: string; expiresIn: number }

async function enterWith({ token, expiresIn }: Opened, phone: string): Promise<void> {
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

async function enter(phone: string, warningTime: number): Promise<void> {
  const { user } = await call('getProfile', { username: phone })
  if (!user.assignedRoles.includes(agentRole)) {
    logOut()
    endSession(() => t('password.accessNotPermitted'))
    return
  }
  const { privileges } = await call('getRole', { roleId: agentRole })
  // The token is missing if the agent has gone back to the log-in screen, which ended this session.
  if (readAccessToken() === undefined) return
  const { path, fields } = takeWork(phone)
  resetSession()
  setSession({
    phone,
    warningTime,
    profileInfo: user,
    allPrevielages: privileges,
    dashboardLock: 'true',
    ...fields,
  })
  go(path)
}

function missingFactor({ answer }: Refused, password: string): LogInAnswer | undefined {
  const { otpRequired, requiredFrom } = answer
  if (typeof otpRequired !== 'boolean') return undefined
  const otpDetails = answer['otpDetails'] as OtpDetails | undefined
  if (otpDetails) setSession({ userChecked: { otpRequired, otpDetails, receivedOn: Date.now() } })
  const from = typeof requiredFrom === 'string' ? requiredFrom : undefined
  return { missing: { password, isOtpSent: otpRequired, requiredFrom: from } }
}

async function follow(error: unknown, phone: string, otherwise?: NextStep): Promise<LogInAnswer> {
  const waitSeconds = error instanceof CallFailed && error.kind === 'throttled' && error.retryAfterSeconds
  try {
    await steps[nextStepAfter(error, otherwise)](phone, () => shownMessageOf(error))
    return { error, ...(waitSeconds && { lockedUntil: Date.now() + waitSeconds * 1000 }) }
  } catch (next) {
    return { error: next }
  }
}

const steps: Record<NextStep, (phone: string, message: Words) => unknown> = {
  stay: () => {},
  'start-over': (_phone, message) => endSession(message),
  'reset-password': resetPassword,
  'check-again': checkUser,
}

/**
 * The next step after a refused log-in:
 * - stay: this screen shows the message
 * - start-over: the portal opens the log-in screen (path /), which shows the message
 * - reset-password: the server sends an OTP, and /otp opens
 * - check-again: the portal calls user/check again and follows its answer
 */
type NextStep = 'stay' | 'start-over' | 'reset-password' | 'check-again'

function nextStepAfter(failure: unknown, otherwise: NextStep = 'check-again'): NextStep {
  // A failed call tells nothing about the agent's account (decisions.md section 4).
  if (failure instanceof CallFailed) return failure.kind === 'fault' ? 'check-again' : 'stay'
  if (failure instanceof Unauthenticated) return 'start-over'
  const isOfSecondFactor =
    failure instanceof Refused && ('otpRequired' in failure.answer || 'otpDetails' in failure.answer)
  if (isOfSecondFactor) return 'stay'
  return afterRefusal[failure instanceof Error ? failure.message : ''] ?? otherwise
}

/** The next step after the refusals that product.md names (section 4, password login failures). */
const afterRefusal: Record<string, NextStep> = {
  [signInTexts.passwordIncorrect]: 'stay',
  [signInTexts.passwordUnreadable]: 'stay',
  [signInTexts.tokenNotFetched]: 'stay',
  [signInTexts.userNotVerified]: 'start-over',
  [signInTexts.otpVerificationFirst]: 'reset-password',
}

const passkeyHere = storedText('localStorage', 'passkey.here')

export function hasPasskeyHere(): boolean {
  return passkeyHere.read() !== undefined
}

export function notePasskeyHere(): void {
  passkeyHere.write('yes')
}
