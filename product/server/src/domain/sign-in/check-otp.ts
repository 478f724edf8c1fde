import type { OtpDetails } from '@ekyc/contract/shapes'

import type { Agent } from '../agents/agents.ts'
import { auditEvent } from '../audit/audit-events.ts'
import { hourMs, secondMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import type { Policy } from '../policy.ts'
import { OtpRefused, Throttled } from '../call-errors.ts'
import { unknownLogInRequester, latestPossibleExpiry, msUntilBelowLimit } from './decide-otp.ts'
import { detailsOfOtp, otpMatches, type OtpSettings } from './otp-code.ts'
import { networksOf, type CallOrigin } from './call-origin.ts'
import type { OtpHandle, OtpPurpose } from './sign-in-records.ts'

type OtpCheckResult =
  | { outcome: 'right'; purpose: OtpPurpose }
  /** `details` describes the handle and the tries that are left, if the handle is still live. */
  | { outcome: 'wrong' | 'spent' | 'expired'; details?: OtpDetails }

/** 'over-budget' means that the budget of the whole bank withheld a code, or throttled a request or a guess. */
export type OtpCheckEvent = OtpCheckResult['outcome'] | 'throttled' | 'over-budget'

/**
 * Counts a try, and then compares the typed code. The try stays counted when the code is refused.
 * @returns the purpose of the code
 * @throws OtpRefused when the code is wrong, used or expired
 * @throws Throttled when the requester has given too many wrong codes, or the bank's budget of wrong codes is used up
 */
export async function checkOtp(
  context: OtpSettings & Pick<Context, 'database' | 'otpBudget' | 'now' | 'onOtp'>,
  typedOtp: {
    mobile: string
    agent: Agent | undefined
    /** The accepted purposes. A code for another purpose counts as wrong. */
    purposes: OtpPurpose[]
    refId: string
    code: string
    origin: CallOrigin
  },
): Promise<OtpPurpose> {
  const { database, otpBudget, policy, now, onOtp } = context
  const { mobile, agent, refId, origin, purposes, code: typed } = typedOtp
  const requester = origin.device ?? origin.network
  const at = now()
  const result = await database.transaction(async (stores): Promise<OtpCheckResult> => {
    const held = await stores.oneTimePasswords.takeTry({
      mobile,
      refId,
      requester,
      widerNetwork: origin.widerNetwork,
      at,
      latestEnd: latestPossibleExpiry(at, policy),
      hourAgo: new Date(at.getTime() - hourMs),
    })
    const { code, isTried } = held
    const isDevice = origin.device !== undefined
    // A log-in code is stored as known, but many stolen passwords give many guesses from unknown browsers.
    const isUnknown = !isDevice && (code?.isKnown !== true || code.requester === unknownLogInRequester)
    const bankMs = isUnknown ? otpBudget.waitOf('wrong', at) : 0
    const waitMs = Math.max(ownWait(held, isDevice, at, policy), bankMs)
    if (waitMs > 0) {
      onOtp(bankMs > 0 ? 'over-budget' : 'throttled')
      throw new Throttled('too_many_wrong_otps', waitMs / secondMs)
    }
    if (code && isTried && purposes.includes(code.purpose) && otpMatches(context, code, typed)) {
      onOtp('right')
      return { outcome: 'right', purpose: code.purpose }
    }
    const outcome = code && !isTried ? whyOver(code, at, policy) : 'wrong'
    onOtp(outcome)
    // A guess for a handle without a code must not use the budget, because no guess opens such a handle.
    if (isUnknown && isTried && code && code.codeHash !== null) otpBudget.count('wrong', at)
    const actor = { agentId: agent?.id, mobile }
    const subject = code?.purpose ?? 'unknown handle'
    const event = { at: now(), actor, action: 'password.check-otp' as const, subject, outcome }
    await Promise.all([
      ...(isDevice ? [requester] : networksOf(origin)).map(one =>
        stores.oneTimePasswords.markWrong({ requester: one, at }),
      ),
      outcome === 'expired' && stores.oneTimePasswords.endIfOver(mobile, at),
      stores.audit.append(auditEvent(event, origin)),
    ])
    return { outcome, ...(code && isTried && { details: detailsOfOtp(context, code, at) }) }
  })
  if (result.outcome !== 'right') throw new OtpRefused(result)
  return result.purpose
}

function ownWait(
  { wrongOnes, wrongOfWiderNetwork }: { wrongOnes: Date[]; wrongOfWiderNetwork: Date[] },
  isDevice: boolean,
  at: Date,
  { wrongOtpsPerHour: limit, widerNetworkFold }: Policy,
): number {
  const ofRequester = msUntilBelowLimit(wrongOnes, limit, hourMs, at)
  return isDevice
    ? ofRequester
    : Math.max(ofRequester, msUntilBelowLimit(wrongOfWiderNetwork, limit * widerNetworkFold, hourMs, at))
}

function whyOver({ expiresOn, usedOn }: OtpHandle, at: Date, policy: Policy): 'spent' | 'expired' {
  const isOver = expiresOn <= at || expiresOn > latestPossibleExpiry(at, policy)
  return isOver && !usedOn ? 'expired' : 'spent'
}
