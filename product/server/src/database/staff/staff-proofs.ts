import { bytes, moment, neverNull, nullable, uuid } from '../link/column-types.ts'
import { columns, sql, statement } from '../link/sql.ts'

export const insertProof = statement('staffProofs.insert')`
  insert into staff_proofs (proof_hash, staff_id, content_hash, made_on, expires_on)
  values (${bytes('proofHash')}, ${uuid('staffId')}, ${bytes('contentHash')}, ${moment('at')}, ${moment('expiresOn')})`

export const findWaitingProof = statement('staffProofs.findWaiting', {
  staffId: uuid,
  contentHash: bytes,
  madeOn: moment,
})`
  select staff_id, content_hash, made_on from staff_proofs
  where proof_hash = ${bytes('proofHash')} and proven_on is null and expires_on > ${moment('at')}`

/** A second return from the provider changes nothing. */
export const markProofProven = statement('staffProofs.markProven', { proofHash: bytes })`
  update staff_proofs set proven_on = ${moment('at')}, mac = ${bytes('mac')}
  where proof_hash = ${bytes('proofHash')} and staff_id = ${uuid('staffId')} and proven_on is null
    and expires_on > ${moment('at')}
  returning proof_hash`

const proven = {
  proofHash: bytes,
  staffId: uuid,
  contentHash: bytes,
  provenOn: neverNull(moment),
  mac: nullable(bytes),
}

const isProven = sql`
  staff_id = ${uuid('staffId')} and proven_on is not null and expires_on > ${moment('at')}`

export const findProvenProof = statement('staffProofs.findProven', proven)`
  select ${columns(proven)} from staff_proofs where proof_hash = ${bytes('proofHash')} and ${isProven}`

/** Takes one proof, or all that the person has for this content: the URL of a download must not contain a proof. */
export const takeProofs = statement('staffProofs.take', proven)`
  delete from staff_proofs
  where content_hash = ${bytes('contentHash')} and ${isProven}
    and (${nullable(bytes)('proofHash')}::bytea is null or proof_hash = ${nullable(bytes)('proofHash')})
  returning ${columns(proven)}`
