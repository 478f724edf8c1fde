import { bigint, bytes, moment, neverNull, nullable, oneOf, text, uuid } from './kinds.ts'
import { columns, statement } from './sql.ts'

const purpose = oneOf(['sign-in', 'enrol', 'add', 'prove'])

export const insertStaffChallenge = statement('staffChallenges.insert')`
  insert into staff_challenges (challenge_hash, purpose, staff_id, content_hash, made_on, expires_on)
  values (${bytes('challengeHash')}, ${purpose('purpose')}, ${nullable(uuid)('staffId')},
    ${nullable(bytes)('contentHash')}, ${moment('at')}, ${moment('expiresOn')})`

/** Deletes the challenge, so that it can be answered only once. */
export const takeStaffChallenge = statement('staffChallenges.take', { challengeHash: bytes })`
  delete from staff_challenges
  where challenge_hash = ${bytes('challengeHash')} and purpose = ${purpose('purpose')}
    and staff_id is not distinct from ${nullable(uuid)('staffId')} and expires_on > ${moment('at')}
  returning challenge_hash`

export const findWaitingProof = statement('staffChallenges.findWaiting', {
  staffId: nullable(uuid),
  contentHash: nullable(bytes),
  madeOn: moment,
})`
  select staff_id, content_hash, made_on from staff_challenges
  where challenge_hash = ${bytes('challengeHash')} and purpose = 'prove' and proven_on is null
    and expires_on > ${moment('at')}`

/** Marks a proof as proven. A second answer to its challenge changes nothing. */
export const markProven = statement('staffChallenges.markProven', { challengeHash: bytes })`
  update staff_challenges set proven_on = ${moment('at')}, mac = ${bytes('mac')}
  where challenge_hash = ${bytes('challengeHash')} and staff_id = ${uuid('staffId')} and purpose = 'prove'
    and proven_on is null and expires_on > ${moment('at')}
  returning challenge_hash`

const proven = {
  challengeHash: bytes,
  staffId: neverNull(uuid),
  contentHash: nullable(bytes),
  provenOn: neverNull(moment),
  mac: nullable(bytes),
}

export const findProven = statement('staffChallenges.findProven', proven)`
  select ${columns(proven)} from staff_challenges
  where challenge_hash = ${bytes('challengeHash')} and staff_id = ${uuid('staffId')} and purpose = 'prove'
    and proven_on is not null and expires_on > ${moment('at')}`

export const takeProof = statement('staffChallenges.takeProof', proven)`
  delete from staff_challenges
  where challenge_hash = ${bytes('challengeHash')} and staff_id = ${uuid('staffId')} and purpose = 'prove'
    and content_hash = ${bytes('contentHash')} and proven_on is not null and expires_on > ${moment('at')}
  returning ${columns(proven)}`

/** Deletes the person's proofs for a download. The content selects them, because the URL must not contain a proof. */
export const takeProofsOf = statement('staffChallenges.takeProofsOf', proven)`
  delete from staff_challenges
  where staff_id = ${uuid('staffId')} and purpose = 'prove' and content_hash = ${bytes('contentHash')}
    and proven_on is not null and expires_on > ${moment('at')}
  returning ${columns(proven)}`

export const findStaffPasskey = statement('staffPasskeys.find', {
  staffId: uuid,
  publicKey: bytes,
})`
  select staff_id, public_key from staff_passkeys where credential_id = ${bytes('credentialId')}`

export const listStaffPasskeys = statement('staffPasskeys.list', {
  credentialId: bytes,
  createdOn: moment,
  lastUsedOn: nullable(moment),
})`
  select credential_id, created_on, last_used_on from staff_passkeys where staff_id = ${uuid('staffId')}
  order by created_on`

/** Adds a passkey, unless its credential already belongs to somebody (WebAuthn 7.1, step 27). */
export const insertStaffPasskey = statement('staffPasskeys.insert', { credentialId: bytes })`
  insert into staff_passkeys (credential_id, staff_id, public_key, sign_count, created_on)
  values (${bytes('credentialId')}, ${uuid('staffId')}, ${bytes('publicKey')}, ${bigint('signCount')},
    ${moment('at')})
  on conflict do nothing returning credential_id`

/** Updates the counter if the new value is higher, or if both values are 0 because the authenticator does not count. */
export const countStaffPasskeyUse = statement('staffPasskeys.countUse', { staffId: uuid })`
  update staff_passkeys set sign_count = ${bigint('signCount')}, last_used_on = ${moment('at')}
  where credential_id = ${bytes('credentialId')}
    and (sign_count < ${bigint('signCount')} or (sign_count = 0 and ${bigint('signCount')} = 0))
  returning staff_id`

export const removeStaffPasskeys = statement('staffPasskeys.removeAll', { credentialId: bytes })`
  delete from staff_passkeys where staff_id = ${uuid('staffId')} returning credential_id`

export const allowEnrolment = statement('staffEnrolments.allow')`
  insert into staff_enrolments (staff_id, token_hash, expires_on)
  values (${uuid('staffId')}, ${nullable(bytes)('tokenHash')}, ${moment('expiresOn')})
  on conflict (staff_id) do update set token_hash = excluded.token_hash, expires_on = excluded.expires_on`

/** Gives an allowed enrolment its link, unless it already has one. */
export const linkEnrolment = statement('staffEnrolments.link', { staffId: uuid })`
  update staff_enrolments set token_hash = ${bytes('tokenHash')}, expires_on = ${moment('expiresOn')}
  where staff_id = ${uuid('staffId')} and token_hash is null and expires_on > ${moment('at')}
  returning staff_id`

export const findAllowedEnrolment = statement('staffEnrolments.findAllowed', { staffId: uuid })`
  select staff_id from staff_enrolments
  where staff_id = ${uuid('staffId')} and token_hash is null and expires_on > ${moment('at')}`

export const findEnrolment = statement('staffEnrolments.find', { staffId: uuid, name: text })`
  select e.staff_id, s.name from staff_enrolments e join staff s on s.id = e.staff_id
  where token_hash = ${bytes('tokenHash')} and expires_on > ${moment('at')} and s.disabled_on is null`

/** Deletes the enrolment, so that its link works only once. */
export const takeEnrolment = statement('staffEnrolments.take', { staffId: uuid })`
  delete from staff_enrolments where token_hash = ${bytes('tokenHash')} and expires_on > ${moment('at')}
  returning staff_id`

export const withdrawEnrolment = statement('staffEnrolments.withdraw')`
  delete from staff_enrolments where staff_id = ${uuid('staffId')}`
