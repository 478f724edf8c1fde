import { auditEvent } from './audit-trail.ts'
import { hourMs } from './durations.ts'
import type { Origin } from './origin.ts'
import { createQuota } from './quotas.ts'
import { Forbidden, Throttled } from './refused.ts'
import type { Caller, Database } from './stores.ts'

export type RefusalRecord = {
  /** Writes the audit row of a denial (403), or of a throttle (429) that begins. Other errors leave none. */
  record(
    error: unknown,
    of: { call: string; caller: Caller | undefined; mobile: string | undefined; origin: Origin },
  ): Promise<void>
}

/** Throttles of one kind and origin are one burst, and one row, for so long. */
const burstMs = hourMs

export function createRefusalRecord(options: {
  database: Database
  now: () => Date
  /** Receives an error of the record itself, which must not replace the refusal. */
  onFault: (error: unknown) => void
}): RefusalRecord {
  const { database, now, onFault } = options

  return {
    async record(error, { call, caller, mobile, origin }) {
      if (!(error instanceof Forbidden) && !(error instanceof Throttled)) return
      const at = now()
      const actor = caller ?? { agentId: undefined, mobile }
      const action = error instanceof Forbidden ? 'access.deny' : 'access.throttle'
      const row = auditEvent({ at, actor, action, subject: call, outcome: error.code }, origin)
      try {
        if (error instanceof Forbidden) return await database.audit.append(row)
        const bursts = createQuota({ kind: `throttled ${error.code}`, perMs: burstMs, limit: 1 })
        const subject = caller?.agentId ?? origin.network
        if ((await bursts.waitOf(database, subject, at)) !== undefined) return
        await database.transaction(async stores => {
          if ((await bursts.take(stores, subject, at)) === undefined) await stores.audit.append(row)
        })
      } catch (fault) {
        onFault(fault)
      }
    },
  }
}
