import type { StaffRole } from '@ekyc/contract/console/acts'

import {
  boolean,
  bytes,
  json,
  jsonOf,
  moment,
  neverNull,
  nullable,
  bigint,
  text,
  textsOf,
  uuid,
} from '../link/column-types.ts'
import { columns, sql, statement } from '../link/sql.ts'

const roles = textsOf<StaffRole>()

export const insertStaffSession = statement('staffSessions.insert')`
  insert into staff_sessions
    (token_hash, staff_id, roles, opened_on, expires_on, last_seen_on, provider_session, mac)
  values (${bytes('tokenHash')}, ${uuid('staffId')}, ${roles('roles')}, ${moment('openedOn')}, ${moment('expiresOn')},
    ${moment('openedOn')}, ${nullable(text)('providerSession')}, ${bytes('mac')})`

export const endOldStaffSessions = statement('staffSessions.endOld')`
  delete from staff_sessions where staff_id = ${uuid('staffId')} and token_hash not in
    (select token_hash from staff_sessions where staff_id = ${uuid('staffId')}
     order by opened_on desc limit ${bigint('keep')})`

export const findStaffSession = statement('staffSessions.find', {
  id: uuid,
  name: text,
  roles,
  openedOn: moment,
  expiresOn: moment,
  lastSeenOn: moment,
  mac: nullable(bytes),
})`
  select s.id, s.name, s.roles, t.opened_on, t.expires_on, t.last_seen_on, t.mac
  from staff_sessions t join staff s on s.id = t.staff_id
  where token_hash = ${bytes('tokenHash')} and expires_on > ${moment('at')} and last_seen_on > ${moment('idleSince')}
    and s.disabled_on is null and s.roles = t.roles`

export const markStaffSeen = statement('staffSessions.markSeen')`
  update staff_sessions set last_seen_on = ${moment('at')} where token_hash = ${bytes('tokenHash')}`

export const listStaffSessions = statement('staffSessions.list', {
  openedOn: moment,
  lastSeenOn: moment,
  expiresOn: moment,
  isCurrent: neverNull(boolean),
})`
  select opened_on, last_seen_on, expires_on, token_hash = ${bytes('tokenHash')} as is_current
  from staff_sessions t join staff s on s.id = t.staff_id
  where staff_id = ${uuid('staffId')} and expires_on > ${moment('at')} and last_seen_on > ${moment('idleSince')}
    and s.roles = t.roles
  order by opened_on desc`

export const endStaffSession = statement('staffSessions.end')`
  delete from staff_sessions where token_hash = ${bytes('tokenHash')}`

export const endStaffSessions = statement('staffSessions.endAllOf', { staffId: uuid })`
  delete from staff_sessions where staff_id = ${uuid('staffId')} returning staff_id`

/** Ends one session of a person, named by the moment of its sign-in. */
export const endStaffSessionOpenedAt = statement('staffSessions.endOpened', { staffId: uuid })`
  delete from staff_sessions
  where staff_id = ${uuid('staffId')} and date_trunc('milliseconds', opened_on) = ${moment('openedOn')}
  returning staff_id`

/** Ends the sessions of a person, or one of the provider's sessions, that were opened until the provider's log-out. */
export const endStaffSessionsByProvider = statement('staffSessions.endOfProvider', { staffId: uuid })`
  delete from staff_sessions
  where (staff_id = ${nullable(uuid)('staffId')} or provider_session = ${nullable(text)('providerSession')})
    and opened_on <= ${moment('until')}
  returning staff_id`

const actAnswer = { contentHash: bytes, answer: nullable(jsonOf<object>()) }

/** Reserves an act's key, and waits if another transaction holds the key. No row means that the key has an answer. */
export const reserveActAnswer = statement('actAnswers.hold', { key: text })`
  insert into act_answers (staff_id, key, content_hash, answered_on)
  values (${uuid('staffId')}, ${text('key')}, ${bytes('contentHash')}, ${moment('at')})
  on conflict do nothing returning key`

export const storeActAnswer = statement('actAnswers.keep')`
  update act_answers set answer = ${json('answer')} where staff_id = ${uuid('staffId')} and key = ${text('key')}`

export const findActAnswer = statement('actAnswers.find', actAnswer)`
  select ${columns(actAnswer)} from act_answers where staff_id = ${uuid('staffId')} and key = ${text('key')}`

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

/** Marks a proof as proven. A second return from the provider changes nothing. */
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

export const takeProof = statement('staffProofs.take', proven)`
  delete from staff_proofs
  where proof_hash = ${bytes('proofHash')} and content_hash = ${bytes('contentHash')} and ${isProven}
  returning ${columns(proven)}`

/** Deletes the person's proofs for a download. The content selects them, because the URL must not contain a proof. */
export const takeProofsForContent = statement('staffProofs.takeOf', proven)`
  delete from staff_proofs where content_hash = ${bytes('contentHash')} and ${isProven}
  returning ${columns(proven)}`
