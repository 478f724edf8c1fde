import type { StaffRole } from '@ekyc/contract/console/acts'

import {
  bigint,
  bytes,
  integer,
  json,
  jsonOf,
  moment,
  nullable,
  text,
  textsOf,
  uuid,
} from '../link/column-types.ts'
import { columns, statement } from '../link/sql.ts'

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

/** A session has the roles at its sign-in, so new roles end it. */
export const saveStaff = statement('staff.save', { id: uuid })`
  insert into staff as known (id, name, issuer, subject, roles, created_on)
  values (${uuid('id')}, ${text('name')}, ${text('issuer')}, ${text('subject')}, ${roles('roles')}, ${moment('at')})
  on conflict (issuer, subject) do update set name = excluded.name, roles = excluded.roles,
    version = known.version + ((known.name, known.roles) is distinct from (excluded.name, excluded.roles))::integer
  returning id`

export const findStaffBySubject = statement('staff.findBySubject', person)`
  select ${columns(person)} from staff where issuer = ${text('issuer')} and subject = ${text('subject')}`

export const findStaff = statement('staff.find', person)`
  select ${columns(person)} from staff where id = ${uuid('id')}`

export const lockStaff = statement('staff.lock', person)`
  select ${columns(person)} from staff where id = ${uuid('id')} for update`

/** Several people may have the same name. */
export const findStaffByName = statement('staff.findNamed', { id: uuid })`
  select id from staff where name = ${text('of')} limit 3`

export const listStaff = statement('staff.list', person)`
  select ${columns(person)} from staff
  where (name, id) > (${text('afterName')}, ${uuid('afterId')}) order by name, id limit ${bigint('limit')}`

export const changeStaff = statement('staff.change', { version: integer })`
  update staff set name = ${text('name')}, roles = ${roles('roles')}, version = version + 1
  where id = ${uuid('id')} and (name, roles) is distinct from (${text('name')}, ${roles('roles')})
  returning version`

export const setStaffDisabled = statement('staff.setDisabled')`
  update staff set disabled_on = ${nullable(moment)('disabledOn')}, version = version + 1 where id = ${uuid('id')}`

export const markSignIn = statement('staff.markSignIn', { roles })`
  update staff set last_sign_in_on = ${moment('at')}
  where id = ${uuid('id')} and disabled_on is null and roles <> '{}' returning roles`

export const listSavedViews = statement('savedViews.list', { id: uuid, name: text, address: text })`
  select id, name, address from saved_views where staff_id = ${uuid('staffId')} order by lower(name), id`

/** Replaces a view of the same name. Returns no row if the person has `most` other views. */
export const saveView = statement('savedViews.save', { id: uuid })`
  insert into saved_views (id, staff_id, name, address, saved_on)
  select ${uuid('id')}, ${uuid('staffId')}, ${text('name')}, ${text('address')}, ${moment('at')}
  where (select count(*) from saved_views where staff_id = ${uuid('staffId')} and name <> ${text('name')}) < ${bigint('most')}
  on conflict (staff_id, name) do update set address = excluded.address, saved_on = excluded.saved_on
  returning id`

export const removeSavedView = statement('savedViews.remove', { id: uuid })`
  delete from saved_views where id = ${uuid('id')} and staff_id = ${uuid('staffId')} returning id`

const actAnswer = { contentHash: bytes, answer: nullable(jsonOf<object>()) }

/** Waits if another transaction holds the key. No row means that the key has an answer. */
export const reserveActAnswer = statement('actAnswers.hold', { key: text })`
  insert into act_answers (staff_id, key, content_hash, answered_on)
  values (${uuid('staffId')}, ${text('key')}, ${bytes('contentHash')}, ${moment('at')})
  on conflict do nothing returning key`

export const storeActAnswer = statement('actAnswers.keep')`
  update act_answers set answer = ${json('answer')} where staff_id = ${uuid('staffId')} and key = ${text('key')}`

export const findActAnswer = statement('actAnswers.find', actAnswer)`
  select ${columns(actAnswer)} from act_answers where staff_id = ${uuid('staffId')} and key = ${text('key')}`
