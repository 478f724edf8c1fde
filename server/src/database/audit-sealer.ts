import { chainStart, type AuditSeals, type ChainMark, type SignedMark } from '../domain/audit-seal.ts'
import { auditRow, auditRowColumns, signedMark } from './audit-rows.ts'
import { bigint, bigints, boolean, bytes, bytesArray, moment, uuid, uuids } from './kinds.ts'
import type { Runner } from './runner.ts'
import { columns, statement } from './sql.ts'

const batch = 1_000

/**
 * Appends newly committed rows to the chain and signs its new head. Every server runs this; the lock admits one at a
 * time, and the others return at once.
 * @returns the number of sealed rows
 */
export async function sealAuditRows(db: Runner, seals: AuditSeals, at: Date): Promise<number> {
  let sealed = 0
  for (;;) {
    // Reads before it locks, since a row lock writes.
    const waiting = await findUnsealed.first(db)
    if (!waiting) return sealed
    const done = await sealBatch(db, seals, at)
    sealed += done
    if (done < batch) return sealed
  }
}

/** The newest head: a copy kept elsewhere reveals rows and heads that were removed together. */
export function newestAuditHead(db: Runner): Promise<SignedMark | undefined> {
  return findNewestHead.first(db)
}

export function newestAuditCheckpoint(db: Runner): Promise<SignedMark | undefined> {
  return findNewestCheckpoint.first(db)
}

function sealBatch(db: Runner, seals: AuditSeals, at: Date): Promise<number> {
  return db.inTransaction(async transaction => {
    if (!(await tryLockChain.first(transaction))) return 0
    const rows = await listUnsealed(transaction, { limit: batch })
    if (rows.length === 0) return 0

    const last: ChainMark =
      (await newestAuditHead(transaction)) ?? (await newestAuditCheckpoint(transaction)) ?? chainStart
    let { position, seal } = last
    const links = rows.map(row => {
      position += 1
      seal = seals.seal(seal, position, row)
      return { id: row.id, position, seal }
    })
    await sealRows(transaction, {
      ids: links.map(link => link.id),
      positions: links.map(link => link.position),
      seals: links.map(link => link.seal),
    })
    const head: ChainMark = { number: last.number + 1, position, seal, markedOn: at }
    await insertHead(transaction, { ...head, signature: seals.sign('head', head) })
    return rows.length
  })
}

const findUnsealed = statement('audit.findUnsealed', { id: uuid })`
  select id from audit_events where position is null limit 1`

const tryLockChain = statement('audit.tryLockChain', { onlyOne: boolean })`
  select only_one from audit_turn for update skip locked`

const listUnsealed = statement('audit.listUnsealed', auditRow)`
  select ${auditRowColumns} from audit_events where position is null
  order by audit_events.happened_on, audit_events.id limit ${bigint('limit')}`

const findNewestHead = statement('audit.findNewestHead', signedMark)`
  select ${columns(signedMark)} from audit_heads order by number desc limit 1`

const findNewestCheckpoint = statement('audit.findNewestCheckpoint', signedMark)`
  select ${columns(signedMark)} from audit_checkpoints order by number desc limit 1`

const sealRows = statement('audit.sealRows')`
  update audit_events set position = link.position, seal = link.seal
  from unnest(${uuids('ids')}::uuid[], ${bigints('positions')}::bigint[], ${bytesArray('seals')}::bytea[])
    as link (id, position, seal)
  where audit_events.id = link.id`

const insertHead = statement('audit.insertHead')`
  insert into audit_heads (${columns(signedMark)})
  values (${bigint('number')}, ${bigint('position')}, ${bytes('seal')}, ${moment('markedOn')}, ${bytes('signature')})`
