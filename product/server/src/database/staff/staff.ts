import type { StaffRole } from '@ekyc/contract/console/acts'

import {
  bigint,
  boolean,
  bytes,
  integer,
  json,
  jsonOf,
  moment,
  neverNull,
  nullable,
  text,
  textsOf,
  uuid,
} from '../link/column-types.ts'
import { columns, sql, statement } from '../link/sql.ts'

const roles = textsOf<StaffRole>()

const person = {
  id: uuid,
  name: text,
  roles,
  disabledOn: nullable(moment),
  createdOn: moment,
  lastSignInOn: nullable(moment),
  version: integer,
}

export const insertStaff = statement('staff.insert')`
  insert into staff (id, name, issuer, subject, roles, created_on)
  values (${uuid('id')}, ${text('name')}, ${text('issuer')}, ${text('subject')}, ${roles('roles')}, ${moment('at')})`

export const findStaffBySubject = statement('staff.findBySubject', person)`
  select ${columns(person)} from staff where issuer = ${text('issuer')} and subject = ${text('subject')}`

export const findStaff = statement('staff.find', person)`
  select ${columns(person)} from staff where id = ${uuid('id')}`

export const lockStaff = statement('staff.lock', person)`
  select ${columns(person)} from staff where id = ${uuid('id')} for update`

/** Finds up to three members of staff with this name. Several may have the same name. */
export const findStaffByName = statement('staff.findNamed', { id: uuid })`
  select id from staff where name = ${text('of')} limit 3`

export const listStaff = statement('staff.list', person)`
  select ${columns(person)} from staff
  where (name, id) > (${text('afterName')}, ${uuid('afterId')}) order by name, id limit ${bigint('limit')}`

/** Changes a person's name and roles. A session is valid only with the roles at its sign-in, so new roles end it. */
export const changeStaff = statement('staff.change', { version: integer })`
  update staff set name = ${text('name')}, roles = ${roles('roles')}, version = version + 1
  where id = ${uuid('id')} and (name, roles) is distinct from (${text('name')}, ${roles('roles')})
  returning version`

export const disableStaff = statement('staff.disable', { version: integer })`
  update staff set disabled_on = ${moment('at')}, version = version + 1
  where id = ${uuid('id')} and disabled_on is null returning version`

export const enableStaff = statement('staff.enable', { version: integer })`
  update staff set disabled_on = null, version = version + 1
  where id = ${uuid('id')} and disabled_on is not null returning version`

export const markSignIn = statement('staff.markSignIn', { roles })`
  update staff set last_sign_in_on = ${moment('at')}
  where id = ${uuid('id')} and disabled_on is null and roles <> '{}' returning roles`

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

export const listSavedViews = statement('savedViews.list', { id: uuid, name: text, address: text })`
  select id, name, address from saved_views where staff_id = ${uuid('staffId')} order by lower(name), id`

/** Saves a view, or replaces the person's view of this name. Returns no row if the person has `most` other views. */
export const saveView = statement('savedViews.save', { id: uuid })`
  insert into saved_views (id, staff_id, name, address, saved_on)
  select ${uuid('id')}, ${uuid('staffId')}, ${text('name')}, ${text('address')}, ${moment('at')}
  where (select count(*) from saved_views where staff_id = ${uuid('staffId')} and name <> ${text('name')}) < ${bigint('most')}
  on conflict (staff_id, name) do update set address = excluded.address, saved_on = excluded.saved_on
  returning id`

export const removeSavedView = statement('savedViews.remove', { id: uuid })`
  delete from saved_views where id = ${uuid('id')} and staff_id = ${uuid('staffId')} returning id`
