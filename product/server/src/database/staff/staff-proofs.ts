import { columns, sql, statement, t } from '../link/sql.ts'

export const insertProof = statement('staffProofs.insert')`
  insert into staff_proofs (proof_hash, staff_id, content_hash, made_on, expires_on)
  values (${t.bytes('proofHash')}, ${t.uuid('staffId')}, ${t.bytes('contentHash')}, ${t.moment('at')},
    ${t.moment('expiresOn')})`

export const findWaitingProof = statement('staffProofs.findWaiting', {
  staffId: t.uuid,
  contentHash: t.bytes,
  madeOn: t.moment,
})`
  select staff_id, content_hash, made_on from staff_proofs
  where proof_hash = ${t.bytes('proofHash')} and proven_on is null and expires_on > ${t.moment('at')}`

/** A second return from the provider changes nothing. */
export const markProofProven = statement('staffProofs.markProven', { proofHash: t.bytes })`
  update staff_proofs set proven_on = ${t.moment('at')}, mac = ${t.bytes('mac')}
  where proof_hash = ${t.bytes('proofHash')} and staff_id = ${t.uuid('staffId')} and proven_on is null
    and expires_on > ${t.moment('at')}
  returning proof_hash`

const proven = {
  proofHash: t.bytes,
  staffId: t.uuid,
  contentHash: t.bytes,
  provenOn: t.neverNull(t.moment),
  mac: t.nullable(t.bytes),
}

const isProven = sql`
  staff_id = ${t.uuid('staffId')} and proven_on is not null and expires_on > ${t.moment('at')}`

export const findProvenProof = statement('staffProofs.findProven', proven)`
  select ${columns(proven)} from staff_proofs where proof_hash = ${t.bytes('proofHash')} and ${isProven}`

/** Takes one proof, or all that the person has for this content: the URL of a download must not contain a proof. */
export const takeProofs = statement('staffProofs.take', proven)`
  delete from staff_proofs
  where content_hash = ${t.bytes('contentHash')} and ${isProven}
    and (${t.nullable(t.bytes)('proofHash')}::bytea is null or proof_hash = ${t.nullable(t.bytes)('proofHash')})
  returning ${columns(proven)}`
