import type { Policy } from '../../domain/policy.ts'
import { isUuid, momentOfId } from '../../domain/ids.ts'
import { yearsBefore } from '../../domain/calendar.ts'
import { sql, statement, t, type SqlRunner } from '../link/sql.ts'

type LoggedRow = { id: string; mac: string; at: Date }

const batch = 1_000

/**
 * Reads the servers' own lines, and those that Docker or rsyslog keeps. Skips rows that the retention may have erased.
 * @returns logged: the number of compared lines; differing: the ids of rows that the trail lacks, or has with another
 * MAC
 */
export async function compareTrailWithLog(
  db: SqlRunner,
  lines: AsyncIterable<string>,
  { now, policy }: { now: Date; policy: Policy },
): Promise<{ logged: number; differing: string[] }> {
  const keptSince = yearsBefore(now, policy.auditOtherYears)
  const differing: string[] = []
  let logged = 0
  let waiting: LoggedRow[] = []
  const compare = async () => {
    differing.push(...(await differingIn(db, waiting)))
    waiting = []
  }
  for await (const line of lines) {
    const row = loggedRowIn(line)
    if (!row || row.at < keptSince) continue
    logged += 1
    if (waiting.push(row) === batch) await compare()
  }
  await compare()
  return { logged, differing }
}

function loggedRowIn(line: string): LoggedRow | undefined {
  if (!line.includes('auditRow')) return undefined
  try {
    const whole = JSON.parse(line) as { log?: unknown; auditRow?: unknown; ekyc?: { auditRow?: unknown } }
    if (typeof whole.log === 'string') return loggedRowIn(whole.log)
    const [id = '', mac = ''] = String(whole.auditRow ?? whole.ekyc?.auditRow).split(' ')
    const at = isUuid(id) ? momentOfId(id) : undefined
    return at && { id, mac, at }
  } catch {
    // Lines of other programs need not be JSON.
    return undefined
  }
}

async function differingIn(db: SqlRunner, rows: LoggedRow[]): Promise<string[]> {
  if (rows.length === 0) return []
  const times = rows.map(({ at }) => at.getTime())
  const differing = await listDiffering(db, {
    ids: rows.map(({ id }) => id),
    macs: rows.map(({ mac }) => Buffer.from(mac, 'hex')),
    from: new Date(Math.min(...times)),
    to: new Date(Math.max(...times)),
  })
  return differing.map(({ id }) => id)
}

/** The erasure of an agent puts the agent's id in the place of the mobile number, and gives the row another MAC. */
const isErased = sql`
  sealed_digest is not null or coalesce(strpos(actor || ' ' || subject, agent_id::text) > 0, false)`

/** The time at the start of a row's id is the row's time, by which the archive is searched. */
const isLogged = sql`
  id = any(${t.uuids('ids')}) and happened_on >= ${t.moment('from')} and happened_on <= ${t.moment('to')}`

const keptColumns = sql`id, mac, agent_id, actor, subject, sealed_digest`

const listDiffering = statement('auditLog.listDiffering', { id: t.neverNull(t.text) })`
  select logged.id::text as id from unnest(${t.uuids('ids')}, ${t.bytesArray('macs')}) as logged (id, mac)
  where not exists (
    select from (
      select ${keptColumns} from audit_events where ${isLogged}
      union all select ${keptColumns} from audit_archive where ${isLogged}) as kept
    where kept.id = logged.id and (kept.mac = logged.mac or ${isErased}))`
