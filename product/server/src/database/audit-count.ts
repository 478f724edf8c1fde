import type { AuditSeals } from '../domain/audit-seal.ts'
import { systemEvent } from '../domain/audit-trail.ts'
import { countAction } from '../domain/audit-writer.ts'
import { minuteMs } from '../domain/durations.ts'
import { auditIn } from './audit.ts'
import { uuid, uuids } from './kinds.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

/** The time in ms after which a commit without an answer counts as rolled back, if its row is still missing. */
const lostForMs = 15 * minuteMs

/**
 * Records the number of audit rows that this process has written, once a minute while there are new rows. From then on,
 * the verification notices rows that somebody removed before they were sealed.
 * @param isLast true to record at once, because the process ends
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

/** Looks for the rows of commits without an answer. Returns the number of rows that now count as rolled back. */
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

const listFound = statement('audit.listFound', { id: uuid })`
  select id from audit_events where id = any(${uuids('ids')})`
