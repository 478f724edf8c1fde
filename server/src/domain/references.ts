import { indiaDate } from '@ekyc/contract/india-time'
import { refusalTexts } from '@ekyc/contract/refusals'

import { auditEvent } from './audit-trail.ts'
import { newId } from './new-id.ts'
import type { Origin } from './origin.ts'
import { Unavailable, type ReferenceDirectory } from './ports.ts'
import { Overloaded, Refused } from './refused.ts'
import type { Caller, Database } from './stores.ts'

export type References = {
  /**
   * Opens an order for the reference, or gives the caller's own open one.
   * @throws Refused when the bank does not know it, KYC is done or has failed too often; Overloaded when the bank is away
   */
  check(caller: Caller, reference: string, origin: Origin): Promise<{ orderId: string }>
}

const orderLifeMs = 24 * 3_600_000
export const failuresPerDay = 5
const unknownPerHour = 30

export function createReferences(options: {
  database: Database
  bank: Pick<ReferenceDirectory, 'look'>
  now: () => Date
}): References {
  const { database, bank, now } = options

  return {
    async check(caller, reference, origin) {
      const at = now()
      const standing = await database.references.standing(reference, indiaDate(at))
      refuseByStanding(standing)

      const open = await database.orders.findOpen(caller.agentId, reference)
      if (open && open.expiresOn > at) return { orderId: open.id }

      await askBank(caller, reference, at)
      return database.transaction(async stores => {
        await stores.orders.expire(caller.agentId, reference, at)
        const expiresOn = new Date(at.getTime() + orderLifeMs)
        const orderId = await stores.orders.open({
          agentId: caller.agentId,
          id: newId(at),
          reference,
          createdOn: at,
          expiresOn,
        })
        await stores.audit.append(
          auditEvent({ at, actor: caller, action: 'order.open', subject: orderId, outcome: 'done' }, origin),
        )
        return { orderId }
      })
    },
  }

  async function askBank(caller: Caller, reference: string, at: Date): Promise<void> {
    const since = new Date(at.getTime() - 3_600_000)
    if ((await database.references.countUnknown(caller.agentId, since)) >= unknownPerHour)
      throw new Refused(refusalTexts.referencesGuessed)

    const answer = await bank.look(reference).catch((error: unknown) => {
      if (error instanceof Unavailable) throw new Overloaded(refusalTexts.bankAway, 5, error)
      throw error
    })
    if (answer === 'not-allowed') throw new Refused(refusalTexts.referenceNotAllowed)
    if (answer === 'unknown') {
      await database.references.markUnknown(caller.agentId, at)
      throw new Refused(refusalTexts.referenceUnknown)
    }
  }
}

/** Both when an order is opened and when it is submitted: another agent may have been quicker. */
export function refuseByStanding(standing: { succeeded: boolean; failuresToday: number }): void {
  if (standing.succeeded) throw new Refused(refusalTexts.referenceDone)
  if (standing.failuresToday >= failuresPerDay) throw new Refused(refusalTexts.referenceFailedOften)
}
