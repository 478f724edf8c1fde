import { latestEndOf, surplus, theBank } from './decide-otp.ts'
import { makeOtp } from './one-time-code.ts'
import { liveCodes } from './one-time-password-limits.ts'
import { holdCodes } from './one-time-passwords.ts'
import type { Context } from '../context.ts'
import { minuteMs } from '../durations.ts'
import type { Outbox } from '../messages/outbox.ts'
import type { Agent } from '../agents/agent-stores.ts'
import type { Stores } from '../stores.ts'

/** The time after which nobody waits for a requested OTP any more, in ms. */
const requestLifeMs = 10 * minuteMs

/**
 * Sends the one-time passwords for which the console or the command line has left a request. Only a server has the key
 * that a code is hashed with, so that an intruder in the console can make no code.
 */
export async function sendRequestedOtps(context: Context): Promise<void> {
  const { database, now } = context
  for (const mobile of await database.oneTimePasswords.listRequests())
    await database.transaction(async stores => {
      const [askedOn, agent] = await Promise.all([
        stores.oneTimePasswords.takeRequest(mobile),
        stores.agents.findByMobile(mobile),
      ])
      const at = now()
      const isLate = askedOn === undefined || Math.abs(at.getTime() - askedOn.getTime()) > requestLifeMs
      if (agent && !agent.disabledOn && !isLate) await sendOtpByBank(context, stores, agent, at)
    })
}

/** Sends a one-time password at the bank's request, without limits. Unknown requesters can then use the same code. */
export async function sendOtpByBank(
  context: Pick<Context, 'otpKeys' | 'otpMessage' | 'policy'> & { outbox: Pick<Outbox, 'putSms'> },
  stores: Pick<Stores, 'oneTimePasswords' | 'outbox'>,
  { id: agentId, mobile, passwordHash }: Agent,
  at: Date,
): Promise<void> {
  const { outbox, policy } = context
  const { codes } = await holdCodes(stores, { mobile }, at)
  await stores.oneTimePasswords.endCodesOf(mobile, theBank.id)
  const live = liveCodes(codes, at, latestEndOf(at, policy)).filter(code => code.requester !== theBank.id)
  const ends = surplus(live, policy)
  if (ends) await stores.oneTimePasswords.makeUseless(mobile, ends.codeId)
  const purpose = passwordHash === null ? 'first-time' : 'reset'
  const of = { mobile, requester: theBank, purpose, isSent: true, at, live } as const
  const { handle, sms } = makeOtp(context, of)
  await stores.oneTimePasswords.put(handle)
  await outbox.putSms(stores, { agentId, ...sms })
}
