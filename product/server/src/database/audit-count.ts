import type { AuditSeals } from '../domain/audit-seal.ts'
import { systemEvent } from '../domain/audit-trail.ts'
import { countAction } from '../domain/audit-writer.ts'
import { minuteMs } from '../domain/durations.ts'
import { auditIn } from './audit.ts'
import { uuid, uuids } from './kinds.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

/** A commit without an answer was rolled back if its row is still missing after this time. */
const lostForMs = 15 * minuteMs

/**
 * Records the number of rows that this process has written, if it wrote any within the last minute. From then on the
 * verification notices rows that somebody removed before the sealing.
 * @param isLast records at once, because the process ends
 */
export async function stateAuditCount(
  db: Runner,
  seals: AuditSeals,
  at: Date,
  isLast = false,
): Promise<void> {
  const { writer } = seals
  if (!writer.isDue(at, isLast)) return
  const back = await findLost(db, seals, at)
  await auditIn(db, seals).append(
    systemEvent({
      at,
      agentId: undefined,
      action: countAction,
      subject: writer.state(at),
      outcome: back === 0 ? 'done' : `${back} of lost commits not found`,
    }),
  )
}

/** @returns the number of rows of lost commits that the database does not have; their counts are free again */
async function findLost(db: Runner, { writer }: AuditSeals, at: Date): Promise<number> {
  const lostRows = writer.lost()
  if (lostRows.length === 0) return 0
  const presentRows = await listFound(db, { ids: lostRows.map(({ id }) => id) })
  const presentIds = new Set(presentRows.map(({ id }) => id))
  const missingRows = lostRows.filter(
    row => !presentIds.has(row.id) && at.getTime() - row.at.getTime() > lostForMs,
  )
  for (const row of lostRows) if (presentIds.has(row.id)) writer.found(row, 'committed')
  for (const row of missingRows) writer.found(row, 'rolled-back')
  return missingRows.length
}

const listFound = statement('audit.listFound', 'one-node', { id: uuid })`
  select id from audit_events where id = any(${uuids('ids')})`
