import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import { maskMobile } from '../../domain/agents/agents.ts'
import { maybeSealedRowFields, pageOfBothAuditTables } from './audit-rows.ts'
import { firstAuditPlace, lockAuditChain } from './audit-sealer.ts'
import { readInPages } from '../link/pages.ts'
import { owner, ownerColumn, sql, statement, t, type SqlRunner } from '../link/sql.ts'

const page = 1_000

/**
 * Puts the agent's id in the place of the mobile numbers. A sealed row keeps the digest from which its seal was made,
 * so that the chain still verifies, and gets a new MAC that binds the row to this digest.
 * @returns all mobile numbers that the agent has had and nobody else has now
 */
export async function eraseFromAudit(
  db: SqlRunner,
  seals: AuditSeals,
  agent: { id: string; mobile: string },
): Promise<{ mobiles: string[]; rows: number }> {
  // Otherwise, the sealer could seal the old rows meanwhile, or the retention could move them.
  await lockAuditChain(db)
  await allowErasure(db)
  const mobileRows = await listMobiles(db, { agentId: agent.id, mobile: agent.mobile })
  const mobiles = mobileRows.map(({ mobile }) => mobile)
  const ownMobiles = mobileRows.filter(({ isOthers }) => !isOthers).map(({ mobile }) => mobile)
  // Audit rows of the bank's staff contain the masked mobile number.
  const names = [...mobiles, ...mobiles.map(maskMobile)]
  const query = { agentId: agent.id, mobiles, pattern: names.join('|') }
  const anonymous = (words: string) => names.reduce((rest, one) => rest.replaceAll(one, agent.id), words)
  let rows = 0
  for await (const some of readInPages(page, firstAuditPlace, of => listRows(db, { ...query, ...of }))) {
    const changes = some.flatMap(row => changeOf(seals, row, anonymous) ?? [])
    const values = {
      ids: changes.map(({ id }) => id),
      positions: changes.map(({ position }) => position),
      actors: changes.map(({ actor }) => actor),
      subjects: changes.map(({ subject }) => subject),
      macs: changes.map(({ mac }) => mac),
      digests: changes.map(({ digest }) => digest),
    }
    await rewriteEvents(db, values)
    await rewriteArchive(db, values)
    rows += changes.length
  }
  return { mobiles: ownMobiles, rows }
}

/** An unsealed row without a valid MAC gets no change, since a new MAC would look genuine. */
function changeOf(
  seals: AuditSeals,
  { position, seal, sealedDigest, mac, ...written }: t.RowOf<typeof maybeSealedRowFields>,
  anonymous: (words: string) => string,
) {
  const row = { ...written, actor: anonymous(written.actor), subject: anonymous(written.subject) }
  const words = { id: row.id, actor: row.actor, subject: row.subject }
  if (position === null || seal === null) {
    if (mac === null || seals.isOurs(written, mac) !== true) return undefined
    return { ...words, position: 0, mac: seals.mac(row), digest: new Uint8Array() }
  }
  const digest = seals.digest({ ...written, position, seal, sealedDigest, mac })
  return { ...words, position, digest, mac: seals.mac(row, { position, digest }) }
}

/** The triggers of the audit tables refuse all other changes. */
const allowErasure = statement('auditErasure.allow')`
  select from set_config('ekyc.agent_erasure', 'on', true) as erasing,
    set_config('statement_timeout', '10min', true) as waiting`

const both = sql`
  (select agent_id, actor_kind, actor, action, subject from audit_events
   union all select agent_id, actor_kind, actor, action, subject from audit_archive) as audit`

const listMobiles = statement('auditErasure.listMobiles', {
  ...ownerColumn,
  mobile: t.neverNull(t.text),
  isOthers: t.neverNull(t.boolean),
})`
  select ${owner}, mobile, exists (select from agents where agents.mobile = had.mobile
    and id <> ${t.uuid('agentId')}) as is_others
  from (
    select ${t.text('mobile')} as mobile
    union
    select actor from ${both} where agent_id = ${t.uuid('agentId')} and actor_kind = 'agent'
    union
    select unnest(string_to_array(subject, ' to ')) from ${both}
    where agent_id = ${t.uuid('agentId')} and action = 'agent.change-mobile') as had
  where mobile ~ '^[0-9]{10}$'`

const isWithMobile = sql`
  agent_id = ${t.uuid('agentId')} and sealed_digest is null
  and (actor = any(${t.textsOf<string>()('mobiles')}) or subject ~ ${t.text('pattern')})`

const listRows = statement('auditErasure.listRows', maybeSealedRowFields)`
  select ${pageOfBothAuditTables(isWithMobile)}`

const change = sql`
  set actor = new.actor, subject = new.subject, mac = new.mac, sealed_digest = nullif(new.digest, '')
  from unnest(${t.uuids('ids')}, ${t.bigints('positions')}, ${t.textsOf<string>()('actors')},
    ${t.textsOf<string>()('subjects')}, ${t.bytesArray('macs')}, ${t.bytesArray('digests')})
    as new (id, position, actor, subject, mac, digest)`

const rewriteEvents = statement('auditErasure.rewriteEvents')`
  update audit_events ${change} where audit_events.id = new.id`

const rewriteArchive = statement('auditErasure.rewriteArchive')`
  update audit_archive ${change} where audit_archive.position = new.position and audit_archive.id = new.id`
