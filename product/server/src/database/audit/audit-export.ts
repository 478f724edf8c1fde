import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import { nilId } from '../../domain/ids.ts'
import { maybeSealedRowFields, pageOfBothAuditTables } from './audit-rows.ts'
import { findNewestHead } from './audit-sealer.ts'
import { moment } from '../link/column-types.ts'
import { readInPages } from '../link/pages.ts'
import { sql, statement, type SqlRunner } from '../link/sql.ts'

const page = 1_000

/**
 * The last line holds the newest signed head and the public keys: a copy that is kept elsewhere later proves that the
 * chain is the same.
 * @param shown changes the texts about people, such as to mask mobile numbers
 */
export async function* exportAuditRows(
  db: SqlRunner,
  seals: AuditSeals,
  range: { from: Date; before: Date },
  shown = (words: string) => words,
): AsyncGenerator<string> {
  const first = { happenedOn: range.from.toISOString(), id: nilId }
  for await (const rows of readInPages(page, first, of =>
    listAuditRowsOfPeriod(db, { ...of, before: range.before }),
  ))
    for (const row of rows)
      yield lineOf({
        ...row,
        actor: shown(row.actor),
        subject: shown(row.subject),
        mac: row.mac && hex(row.mac),
        seal: row.seal && hex(row.seal),
        sealedDigest: row.sealedDigest && hex(row.sealedDigest),
      })
  const head = await findNewestHead.first(db)
  if (!head) return
  const { number, position, markedOn } = head
  const signed = { number, position, markedOn, seal: hex(head.seal), signature: hex(head.signature) }
  // The console has a key of its own, which has not signed the head.
  const publicKeys = seals.isSigned('head', head) ? seals.publicKeys() : []
  yield lineOf({ head: signed, publicKeys })
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`
}

function hex(value: Uint8Array): string {
  return Buffer.from(value).toString('hex')
}

export const listAuditRowsOfPeriod = statement('audit.listRowsOfTime', maybeSealedRowFields)`
  select ${pageOfBothAuditTables(sql`happened_on < ${moment('before')}`)}`
