import type { Language } from '@ekyc/contract/languages'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { auditEvent } from '../audit/audit-trail.ts'
import { decideOtp, type OtpDecision, type OtpWish } from './decide-otp.ts'
import type { Context } from '../context.ts'
import { dayMs, hourMs, secondMs } from '../durations.ts'
import { detailsOfOtp, joinOtp, makeOtp } from './one-time-code.ts'
import type { GuessEvent } from './one-time-password-check.ts'
import { networksIn, requestersOf, type Origin } from './origin.ts'
import type { Outbox } from '../messages/outbox.ts'
import { Throttled } from '../refused.ts'
import type { Agent } from '../agents/agent-stores.ts'
import type { Stores } from '../stores.ts'

/**
 * The events of one-time passwords. 'repeated': an existing handle was returned again. 'joined': the requester got a
 * handle for the code that the bank has sent. 'withheld': the requester got a handle that no guess opens, because a
 * limit of unknown requesters for the phone is reached or the phone must not get a code.
 */
export type OneTimePasswordEvent = 'sent' | 'repeated' | 'joined' | 'withheld' | GuessEvent

type Wish = OtpWish & {
  mobile: string
  agent: Agent | undefined
  origin: Origin
  language?: Language | undefined
}

type OtpContext = Pick<Context, 'otpKeys' | 'otpMessage' | 'otpBudget' | 'policy' | 'now' | 'onOtp'> & {
  outbox: Pick<Outbox, 'putSms' | 'putDecoy'>
}

/**
 * Sends a one-time password to the phone, or returns the requester's handle of a code that was sent within the resend
 * wait. An unknown phone gets the same answers and limits, but no SMS.
 * @throws Throttled when the requester has asked too often
 */
export async function requestOtp(context: OtpContext, stores: Stores, wish: Wish): Promise<OtpDetails> {
  const { otpBudget, policy, now, onOtp } = context
  const at = now()
  const bankWaitMs = Math.max(otpBudget.waitOf('sent', at), otpBudget.waitOf('wrong', at))
  const held = { ...(await holdCodes(stores, wish, at)), bankWaitMs }
  const decision = decideOtp(held, wish, at, policy)
  switch (decision.kind) {
    case 'throttle':
      onOtp(decision.isOverBudget ? 'over-budget' : 'throttled')
      throw new Throttled('too_many_otps', decision.waitMs / secondMs)
    case 'repeat':
      onOtp('repeated')
      return detailsOfOtp(context, decision.code, at)
    case 'join': {
      const handle = joinOtp(context, decision.code, decision.requester, at)
      await stores.oneTimePasswords.put(handle)
      onOtp('joined')
      return detailsOfOtp(context, handle, at)
    }
    default:
      return give(context, stores, wish, decision, at)
  }
}

/** Makes a new handle and sends its SMS. If no SMS may be sent, the same statements run with a decoy. */
async function give(
  context: OtpContext,
  stores: Stores,
  { agent, origin, ...wish }: Wish,
  decision: Extract<OtpDecision, { kind: 'send' | 'withhold' }>,
  at: Date,
): Promise<OtpDetails> {
  const { outbox, otpBudget, now, onOtp } = context
  const { mobile, purpose } = wish
  const { requester, live, takesShare, countsForNetwork } = decision
  const sentTo = decision.kind === 'send' ? agent : undefined
  const { handle, sms } = makeOtp(context, { ...wish, requester, isSent: sentTo !== undefined, at, live })
  if (decision.kind === 'send' && decision.ends)
    await stores.oneTimePasswords.makeUseless(mobile, decision.ends.codeId)
  const actor = { agentId: agent?.id, mobile }
  const outcome = sentTo ? 'done' : 'withheld'
  const event = { at: now(), actor, action: 'password.send-otp' as const, subject: purpose, outcome }
  await Promise.all([
    stores.oneTimePasswords.put(handle),
    stores.oneTimePasswords.recordSend({ mobile, requester: requester.id, at, takesShare }),
    ...(countsForNetwork ? networksIn(origin) : []).map(address =>
      stores.oneTimePasswords.markPhone({ address, mobile, at }),
    ),
    sentTo ? outbox.putSms(stores, { agentId: sentTo.id, ...sms }) : outbox.putDecoy(stores, sms),
    stores.audit.append(auditEvent(event, origin)),
  ])
  if (sentTo && !requester.isKnown) otpBudget.count('sent', at)
  onOtp(outcomeOf(decision))
  return detailsOfOtp(context, handle, at)
}

/** Locks the phone's codes and reads the counts of the requester. A request of the bank itself has no origin. */
export function holdCodes(
  stores: Pick<Stores, 'oneTimePasswords'>,
  { mobile, origin }: { mobile: string; origin?: Origin },
  at: Date,
) {
  return stores.oneTimePasswords.hold({
    mobile,
    address: origin?.network ?? '',
    widerNetwork: origin?.widerNetwork ?? '',
    requesters: origin ? requestersOf(origin) : [],
    at,
    dayAgo: new Date(at.getTime() - dayMs),
    hourAgo: new Date(at.getTime() - hourMs),
  })
}

function outcomeOf(decision: Extract<OtpDecision, { kind: 'send' | 'withhold' }>): OneTimePasswordEvent {
  if (decision.kind === 'send') return 'sent'
  return decision.isOverBudget ? 'over-budget' : 'withheld'
}
