import type { Agent } from '../agents/agents.ts'
import { recordCall } from '../audit/audit-events.ts'
import { Throttled } from '../call-errors.ts'
import { dayMs, latestServerTime, minuteMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import type { Policy } from '../policy.ts'
import type { Stores } from '../stores.ts'
import { networkLimits, networksOf, requestersOf, type CallOrigin } from './call-origin.ts'

/** @param isProven true if the agent has given an OTP or a passkey, rather than a password alone */
export function trustAfterLogIn(
  at: Date,
  mobile: string,
  origin: CallOrigin,
  policy: Policy,
  isProven: boolean,
): Parameters<Stores['signInAttempts']['forgive']>[0] {
  const requesters = requestersOf(origin)
  const trustedUntil = requesters.map(requester => {
    const days = requester === origin.device ? policy.deviceTrustDays : policy.addressTrustDays
    return new Date(at.getTime() + days * dayMs)
  })
  return { mobile, requesters, at, trustedUntil, provenOn: isProven ? at : null }
}

export function addressWindowStart(at: Date, policy: Policy): Date {
  return new Date(at.getTime() - policy.addressWindowMinutes * minuteMs)
}

export async function isTrustedDevice(
  stores: Pick<Stores, 'signInAttempts'>,
  mobile: string,
  { device }: CallOrigin,
  at: Date,
): Promise<boolean> {
  if (device === undefined) return false
  return (await stores.signInAttempts.trustedOf(mobile, [device], at)).length === 1
}

/** @throws Throttled when the known device, or the address of an unknown device, has failed to log in too often */
export async function refuseBlockedRequester(
  { policy, now }: Context,
  stores: Stores,
  mobile: string,
  origin: CallOrigin,
): Promise<void> {
  const at = now()
  const period = { since: addressWindowStart(at, policy), latest: latestServerTime(at) }
  const hasReached = async ([address, limit]: [address: string, limit: number]) =>
    (await stores.signInAttempts.countFailures({ address, ...period })).failures >= limit
  const limit = policy.failuresPerAddress
  const [isKnownDevice, isDeviceBlocked, ...areNetworksBlocked] = await Promise.all([
    isTrustedDevice(stores, mobile, origin, at),
    origin.device !== undefined && hasReached([origin.device, limit]),
    ...networkLimits(origin, limit, policy).map(hasReached),
  ])
  if (isKnownDevice ? isDeviceBlocked : areNetworksBlocked.includes(true))
    throw new Throttled('too_many_attempts', policy.addressWindowMinutes * 60)
}

export async function recordFailedLogIn(
  { database, now }: Context,
  agent: Agent | undefined,
  mobile: string,
  origin: CallOrigin,
  subject: string,
): Promise<void> {
  const at = now()
  const actor = { agentId: agent?.id, mobile }
  await database.transaction(stores =>
    Promise.all([
      ...[origin.device ?? [], networksOf(origin)]
        .flat()
        .map(address => stores.signInAttempts.mark({ address, kind: 'failure', mark: newId(at), at })),
      recordCall(stores, origin, { at, actor, action: 'session.open', subject, outcome: 'refused' }),
    ]),
  )
}
