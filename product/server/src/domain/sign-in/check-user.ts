import type { Language } from '@ekyc/contract/languages'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { enabledAgent } from '../agents/agents.ts'
import { createQuota } from '../agents/quotas.ts'
import { minuteMs, secondMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import { Throttled } from '../call-errors.ts'
import { requestOtp } from './send-otp.ts'
import { networkLimits, type CallOrigin } from './call-origin.ts'
import { addressWindowStart, isTrustedDevice } from './waits-and-trust.ts'

/**
 * Tells whether a phone logs in with a password or with a one-time password, which is sent at once. An unknown phone
 * gets the same answer as a phone with a password.
 * @throws Throttled when the address has checked too many other phones and the device is unknown
 */
export async function checkUser(
  context: Context,
  { mobile, origin, language }: { mobile: string; origin: CallOrigin; language?: Language },
): Promise<{ otpDetails: OtpDetails | null }> {
  const { database, policy, now } = context
  const at = now()
  const perMs = policy.addressWindowMinutes * minuteMs
  const quotas = networkLimits(origin, policy.phonesPerAddress, policy).map(([network, limit]) => ({
    network,
    phones: createQuota({ kind: 'checked-phone', perMs, limit }),
  }))
  const verifiedUntil = new Date(at.getTime() + policy.phoneVerifiedMinutes * minuteMs)
  return database.transaction(async stores => {
    const check = { address: origin.network, mobile, at, since: addressWindowStart(at, policy) }
    const [agent, isKnownDevice, isFirst, , ...spent] = await Promise.all([
      enabledAgent(stores, mobile),
      isTrustedDevice(stores, mobile, origin, at),
      stores.signInAttempts.markCheck(check),
      stores.signInAttempts.markVerified(mobile, verifiedUntil),
      ...quotas.map(({ network, phones }) => phones.waitOf(stores, network, at)),
    ])
    const counted = isFirst ? quotas : []
    const takes = () => counted.map(({ network, phones }) => phones.take(stores, network, at))
    // A flood from a spent network must not queue for its row's lock, in connections that other strangers need.
    const isSpent = isFirst && !isKnownDevice && spent.some(wait => wait !== undefined)
    const waits = (isSpent ? spent : await Promise.all(takes())).filter(wait => wait !== undefined)
    if (waits.length > 0 && !isKnownDevice)
      throw new Throttled('too_many_attempts', Math.ceil(Math.max(...waits) / secondMs))
    if (!agent || agent.passwordHash !== null) return { otpDetails: null }
    const request = { mobile, agent, purpose: 'first-time', origin, language } as const
    return { otpDetails: await requestOtp(context, stores, request) }
  })
}
