import type { Caller } from '../agents/agents.ts'
import { kycLimitRefusal, refuseStoppedOrDormant } from '../agents/dormancy-and-limits.ts'
import { createQuota, type Quota } from '../agents/quotas.ts'
import { recordCall } from '../audit/audit-events.ts'
import { monthsBetween, type Period } from '../calendar.ts'
import { hourMs, secondMs } from '../clocks.ts'
import { newId } from '../ids.ts'
import type { Policy } from '../policy.ts'
import { Unavailable } from '../ports.ts'
import { Overloaded, Refused, Throttled } from '../call-errors.ts'
import type { CallOrigin } from '../sign-in/call-origin.ts'
import { ignoreConflict, type Stores } from '../stores.ts'
import type { OrderRecord } from './kyc-records.ts'
import type { KycContext } from '../context.ts'

/**
 * @param isAllowed true if the bank has just allowed this spelling of the reference, in a call that repeats itself
 * @throws Refused when the bank does not know or allow the reference, or its KYC is done or has failed too often
 * @throws Overloaded when the bank cannot be reached
 */
export async function checkReference(
  context: KycContext,
  caller: Caller,
  reference: string,
  origin: CallOrigin,
  isAllowed = false,
): Promise<Pick<OrderRecord, 'id' | 'createdOn'>> {
  const { database, policy, now } = context
  const at = now()
  refuseStoppedOrDormant(caller, at, policy)
  const { agentId } = caller
  const orderLifeMs = policy.orderLifeHours * hourMs
  const checks = createQuota({ kind: 'reference-check', perMs: hourMs, limit: policy.referenceChecksPerHour })
  const guesses = guessQuota(policy)
  const refusals = refusalQuota(policy)
  const [history, open, waitMs, full, spentMs] = await database.pipelined(stores =>
    Promise.all([
      stores.references.history(reference, at),
      stores.orders.findOpen(agentId, reference, isAllowed ? undefined : monthsOfOpen(at, orderLifeMs)),
      // A repeated call was already counted.
      isAllowed ? undefined : checks.take(stores, agentId, at),
      // The agent learns of a full limit before the customer puts a finger on the scanner. A use is counted only
      // when the order is claimed.
      kycLimitRefusal(policy, stores, caller, at),
      refusals.waitOf(stores, reference, at),
    ]),
  )
  if (waitMs !== undefined) throw new Throttled('too_many_reference_checks', Math.ceil(waitMs / secondMs))
  const refusal = refusalByHistory(history, policy)
  if (refusal) throw refusal
  if (spentMs !== undefined) throw refusals.refusal
  if (full !== undefined) throw full
  const isOver = open?.status === 'INIT' && open.expiresOn <= at
  if (open && !isOver) return open

  // Limits and orders use the bank's own spelling. Otherwise, each spelling would count as a separate reference.
  const own = isAllowed ? reference : await askBank(context, caller, reference, at)
  if (own !== reference) return checkReference(context, caller, own, origin, true)
  const opening = database.transaction(async stores => {
    const order = { agentId, id: newId(at), reference, createdOn: at }
    if (open) await stores.orders.expire(open, at)
    await Promise.all([
      stores.orders.open({ ...order, expiresOn: new Date(at.getTime() + orderLifeMs) }),
      recordCall(stores, origin, { at, actor: caller, action: 'order.open', subject: order.id }),
      // Together with the order, it costs no round trip of its own.
      !isAllowed && guesses.giveBack(stores, agentId, at),
    ])
    return order
  })
  const opened = await ignoreConflict(isAllowed ? opening : opening.catch(giveBackAlone))
  // `opened` is undefined if another call of this agent has opened an order meanwhile, or if an order of earlier
  // months was never closed.
  return opened ?? checkReference(context, caller, reference, origin, true)

  async function giveBackAlone(error: unknown): Promise<never> {
    await guesses.giveBack(database, agentId, at)
    throw error
  }
}

/**
 * Parallel calls cannot exceed the agent's quota of unknown references, because the guess is taken before the question.
 * It is given back unless the bank does not know the reference.
 * @returns the bank's own spelling; if it is `reference`, the caller gives the guess back
 */
async function askBank(
  { database, bank, outages, policy }: KycContext,
  caller: Caller,
  reference: string,
  at: Date,
): Promise<string> {
  const guesses = guessQuota(policy)
  if ((await guesses.take(database, caller.agentId, at)) !== undefined)
    throw new Refused('too_many_unknown_references')
  let answer: Awaited<ReturnType<typeof bank.look>> | undefined
  try {
    answer = await outages.watch('bank', caller, () => bank.look(reference))
  } catch (error) {
    throw error instanceof Unavailable ? new Overloaded('bank_away', 5, error) : error
  } finally {
    const isLeft = answer === 'unknown' || answer === 'allowed'
    if (!isLeft) await guesses.giveBack(database, caller.agentId, at)
  }
  if (answer === 'unknown') throw new Refused('reference_unknown')
  if (answer === 'not-allowed') throw new Refused('reference_not_allowed')
  return answer === 'allowed' ? reference : answer.allowedAs
}

function guessQuota({ unknownReferencesPerHour: limit }: Policy): Quota {
  return createQuota({ kind: 'unknown-reference', perMs: hourMs, limit })
}

/**
 * The authority's refusals of a reference in a day, for any reason. Only mismatches count towards
 * `failuresPerReference`, so without this bound an agent could try a locked number all day.
 */
export function refusalQuota({ failuresPerReference }: Policy): Quota & { refusal: Refused } {
  const limit = 5 * failuresPerReference
  const quota = createQuota({ kind: 'day-refusal', perMs: 'india-day', limit })
  return { ...quota, refusal: new Refused('reference_failed_often', limit) }
}

/**
 * Runs when an order is opened and again when it is submitted, because another agent may finish the reference in
 * between.
 */
export function refusalByHistory(
  { hasSucceeded, failuresToday }: Awaited<ReturnType<Stores['references']['history']>>,
  { failuresPerReference }: Policy,
): Refused | undefined {
  if (hasSucceeded) return new Refused('reference_done')
  return failuresToday >= failuresPerReference
    ? new Refused('reference_failed_often', failuresPerReference)
    : undefined
}

/** Returns the months in which an open order may have been created, even later ones if the clock was set back. */
function monthsOfOpen(at: Date, lifeMs: number): Period {
  return monthsBetween(new Date(at.getTime() - lifeMs), new Date(at.getTime() + lifeMs))
}
