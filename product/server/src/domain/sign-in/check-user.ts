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
  const { network: address } = origin
  const since = addressWindowStart(at, policy)
  const perMs = policy.addressWindowMinutes * minuteMs
  const quotas = networkLimits(origin, policy.phonesPerAddress, policy).map(([network, limit]) => ({
    network,
    phones: createQuota({ kind: 'checked-phone', perMs, limit }),
  }))
  const [isKnownDevice, hasChecked, ...waits] = await database.pipelined(stores =>
    Promise.all([
      isTrustedDevice(stores, mobile, origin, at),
      stores.signInAttempts.hasChecked(address, mobile, since),
      ...quotas.map(({ network, phones }) => phones.waitOf(stores, network, at)),
    ]),
  )
  refuseWhileWaiting(waits, isKnownDevice || hasChecked)

  return database.transaction(async stores => {
    const [agent, isFirst] = await Promise.all([
      enabledAgent(stores, mobile),
      stores.signInAttempts.markCheck({ address, mobile, at, since }),
      stores.signInAttempts.markVerified(
        mobile,
        new Date(at.getTime() + policy.phoneVerifiedMinutes * minuteMs),
      ),
    ])
    const counted = isFirst ? quotas : []
    const beyond = counted.map(({ network, phones }) => phones.take(stores, network, at))
    refuseWhileWaiting(await Promise.all(beyond), isKnownDevice)
    if (!agent || agent.passwordHash !== null) return { otpDetails: null }
    const request = { mobile, agent, purpose: 'first-time', origin, isSignedIn: false, language } as const
    return { otpDetails: await requestOtp(context, stores, request) }
  })
}

/** @param waits in ms; undefined where none runs */
function refuseWhileWaiting(waits: (number | undefined)[], isLetThrough: boolean): void {
  const running = waits.filter(wait => wait !== undefined)
  if (isLetThrough || running.length === 0) return
  throw new Throttled('too_many_attempts', Math.ceil(Math.max(...running) / secondMs))
}
