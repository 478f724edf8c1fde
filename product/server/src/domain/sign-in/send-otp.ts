import type { Language } from '@ekyc/contract/languages'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { enabledAgent, type Agent } from '../agents/agents.ts'
import { recordCall } from '../audit/audit-events.ts'
import { minuteMs, secondMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import { Throttled } from '../call-errors.ts'
import { nilId } from '../ids.ts'
import type { Stores } from '../stores.ts'
import {
  decideOtp,
  liveCodes,
  findCodeToEnd,
  bankRequester,
  type NewCode,
  type OtpRequest,
} from './decide-otp.ts'
import { detailsOfOtp, addOtpHandle, makeOtp } from './otp-code.ts'
import type { OtpCheckEvent } from './check-otp.ts'
import { networksOf, requestersOf, type CallOrigin } from './call-origin.ts'

/**
 * The events of one-time passwords. 'repeated': an existing handle was returned again. 'joined': the requester got a
 * handle for the code that the bank has sent. 'withheld': the requester got a handle that no guess opens, because a
 * limit of unknown requesters for the phone is reached or the phone must not get a code.
 */
export type OtpEvent = 'sent' | 'repeated' | 'joined' | 'withheld' | OtpCheckEvent

type SmsRequest = OtpRequest & {
  mobile: string
  agent: Agent | undefined
  origin: CallOrigin
  language?: Language | undefined
}

/**
 * Sends a one-time password to the phone, or returns the requester's handle of a code that was sent within the resend
 * wait. An unknown phone gets the same answers and limits, but no SMS.
 */
export async function requestOtp(context: Context, stores: Stores, request: SmsRequest): Promise<OtpDetails> {
  const { otpBudget, policy, now, onOtp } = context
  const { mobile, origin } = request
  const at = now()
  const asker = { mobile, networks: networksOf(origin), requesters: requestersOf(origin), at }
  const held = await stores.oneTimePasswords.hold(asker)
  const bankWaitMs = Math.max(otpBudget.waitOf('sent', at), otpBudget.waitOf('wrong', at))
  const decision = decideOtp({ ...held, bankWaitMs }, request, at, policy)
  switch (decision.kind) {
    case 'throttle':
      onOtp(decision.isOverBudget ? 'over-budget' : 'throttled')
      throw new Throttled('too_many_otps', decision.waitMs / secondMs)
    case 'repeat':
      onOtp('repeated')
      return detailsOfOtp(context, decision.code, at)
    case 'join': {
      const handle = addOtpHandle(context, decision.code, decision.requester, at)
      await stores.oneTimePasswords.put(handle)
      onOtp('joined')
      return detailsOfOtp(context, handle, at)
    }
    default:
      return give(context, stores, request, decision, at)
  }
}

/** The time after which nobody waits for a requested OTP any more, in ms. */
const requestLifeMs = 10 * minuteMs

/**
 * Sends the one-time passwords for which the console or the command line has left a request. Only a server has the key
 * that a code is hashed with, so that an intruder in the console can make no code.
 */
export async function sendRequestedOtps(context: Context): Promise<void> {
  const { database, now } = context
  for (const { mobile } of await database.oneTimePasswords.listRequests())
    await database.transaction(async stores => {
      const [request, agent] = await Promise.all([
        stores.oneTimePasswords.takeRequest(mobile),
        enabledAgent(stores, mobile),
      ])
      const at = now()
      if (!request || Math.abs(at.getTime() - request.askedOn.getTime()) > requestLifeMs) return
      if (agent) await sendOtpByBank(context, stores, agent, at)
    })
}

/** Sends a one-time password at the bank's request, without limits. Unknown requesters can then use the same code. */
async function sendOtpByBank(
  context: Context,
  stores: Stores,
  { id: agentId, mobile, passwordHash }: Agent,
  at: Date,
): Promise<void> {
  const { outbox, policy } = context
  const { codes } = await stores.oneTimePasswords.hold({ mobile, networks: [], requesters: [], at })
  const former = codes.find(code => code.requester === bankRequester.id)
  const live = liveCodes(codes, at, policy).filter(code => code.codeId !== former?.codeId)
  for (const ended of [former, findCodeToEnd(live, policy)])
    if (ended) await stores.oneTimePasswords.makeUseless(mobile, ended.codeId)
  const purpose = passwordHash === null ? 'first-time' : 'reset'
  const of = { mobile, requester: bankRequester, purpose, isSent: true, at, live } as const
  const { handle, sms } = makeOtp(context, of)
  await stores.oneTimePasswords.put(handle)
  await outbox.put(stores, { kind: 'sms', agentId, ...sms })
}

/** If no SMS may be sent, the same statements run with a decoy, so that answers come in like time. */
async function give(
  context: Context,
  stores: Stores,
  { agent, origin, ...request }: SmsRequest,
  { kind, requester, live, ends, takesShare, isOverBudget }: NewCode,
  at: Date,
): Promise<OtpDetails> {
  const { outbox, otpBudget, now, onOtp } = context
  const { mobile, purpose } = request
  const sentTo = kind === 'send' ? agent : undefined
  const { handle, sms } = makeOtp(context, { ...request, requester, isSent: sentTo !== undefined, at, live })
  if (ends) await stores.oneTimePasswords.makeUseless(mobile, ends.codeId)
  const actor = { agentId: agent?.id, mobile }
  const outcome = sentTo ? 'done' : 'withheld'
  await Promise.all([
    stores.oneTimePasswords.put(handle),
    stores.oneTimePasswords.recordSend({ mobile, requester: requester.id, at, takesShare }),
    ...(requester.isDevice ? [] : networksOf(origin)).map(address =>
      stores.signInAttempts.mark({ address, kind: 'otp-phone', mark: mobile, at }),
    ),
    outbox.put(stores, { kind: 'sms', agentId: sentTo?.id ?? nilId, isDecoy: !sentTo, ...sms }),
    recordCall(stores, origin, { at: now(), actor, action: 'password.send-otp', subject: purpose, outcome }),
  ])
  if (sentTo && !requester.isKnown) otpBudget.count('sent', at)
  if (sentTo) onOtp('sent')
  else onOtp(isOverBudget ? 'over-budget' : 'withheld')
  return detailsOfOtp(context, handle, at)
}
