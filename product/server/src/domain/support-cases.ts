import { randomUUID } from 'node:crypto'

import type { SupportCase, SupportCaseEvent } from '@ekyc/contract/support-case'

import { auditEvent } from './audit-trail.ts'
import { hourMs } from './durations.ts'
import type { Origin } from './origin.ts'
import type { Policy } from './policy.ts'
import { Unavailable, type ReferenceDirectory } from './ports.ts'
import { createQuota } from './quotas.ts'
import { Overloaded, Refused, Throttled } from './refused.ts'
import type { Caller, DatabaseOf } from './stores.ts'

export type SupportCases = {
  /**
   * Sends a scanner problem to the bank. The server stores only the id of the problem, in the audit row.
   * @returns the id of the problem
   */
  send(caller: Caller, problem: SupportCase, origin: Origin): Promise<string>
}

export function createSupportCases(options: {
  database: DatabaseOf<'quotas' | 'audit'>
  bank: Pick<ReferenceDirectory, 'deliverCase'>
  isOffered: boolean
  policy: Policy
  now: () => Date
}): SupportCases {
  const { database, bank, isOffered, policy, now } = options
  const sends = createQuota({ kind: 'support-case', perMs: hourMs, limit: policy.supportCasesPerHour })

  return {
    async send(caller, problem, origin) {
      if (!isOffered) throw new Refused('cases_not_taken')
      const at = now()
      const waitMs = await sends.take(database, caller.agentId, at)
      if (waitMs !== undefined) throw new Throttled('too_many_cases', waitMs / 1000)
      const id = randomUUID()
      const sent: SupportCaseEvent = {
        id,
        type: 'support.case',
        sentOn: at.toISOString(),
        case: problem,
      }
      await bank.deliverCase({ id, body: JSON.stringify(sent) }).catch((error: unknown) => {
        throw error instanceof Unavailable ? new Overloaded('bank_away', 30, error) : error
      })
      const event = { at, actor: caller, action: 'support.send', subject: id, outcome: 'done' }
      await database.transaction(stores => stores.audit.append(auditEvent(event, origin)))
      return id
    },
  }
}
