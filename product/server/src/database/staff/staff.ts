import type { StaffRole } from '@ekyc/contract/console/acts'

import { columns, statement, t } from '../link/sql.ts'

const roles = t.textsOf<StaffRole>()

const person = {
  id: t.uuid,
  name: t.text,
  roles,
  disabledOn: t.nullable(t.moment),
  createdOn: t.moment,
  lastSignInOn: t.nullable(t.moment),
  version: t.integer,
}

/** A session has the roles at its sign-in, so new roles end it. */
export const saveStaff = statement('staff.save', { id: t.uuid })`
  insert into staff as known (id, name, issuer, subject, roles, created_on)
  values (${t.uuid('id')}, ${t.text('name')}, ${t.text('issuer')}, ${t.text('subject')}, ${roles('roles')},
    ${t.moment('at')})
  on conflict (issuer, subject) do update set name = excluded.name, roles = excluded.roles,
    version = known.version + ((known.name, known.roles) is distinct from (excluded.name, excluded.roles))::integer
  returning id`

export const findStaffBySubject = statement('staff.findBySubject', person)`
  select ${columns(person)} from staff where issuer = ${t.text('issuer')} and subject = ${t.text('subject')}`

export const findStaff = statement('staff.find', person)`
  select ${columns(person)} from staff where id = ${t.uuid('id')}`

export const lockStaff = statement('staff.lock', person)`
  select ${columns(person)} from staff where id = ${t.uuid('id')} for update`

/** Several people may have the same name. */
export const findStaffByName = statement('staff.findNamed', { id: t.uuid })`
  select id from staff where name = ${t.text('of')} limit 3`

export const listStaff = statement('staff.list', person)`
  select ${columns(person)} from staff
  where (name, id) > (${t.text('afterName')}, ${t.uuid('afterId')}) order by name, id limit ${t.bigint('limit')}`

export const changeStaff = statement('staff.change', { version: t.integer })`
  update staff set name = ${t.text('name')}, roles = ${roles('roles')}, version = version + 1
  where id = ${t.uuid('id')} and (name, roles) is distinct from (${t.text('name')}, ${roles('roles')})
  returning version`

export const setStaffDisabled = statement('staff.setDisabled')`
  update staff set disabled_on = ${t.nullable(t.moment)('disabledOn')}, version = version + 1 where id = ${t.uuid('id')}`

export const markSignIn = statement('staff.markSignIn', { roles })`
  update staff set last_sign_in_on = ${t.moment('at')}
  where id = ${t.uuid('id')} and disabled_on is null and roles <> '{}' returning roles`

export const listSavedViews = statement('savedViews.list', { id: t.uuid, name: t.text, address: t.text })`
  select id, name, address from saved_views where staff_id = ${t.uuid('staffId')} order by lower(name), id`

/** Replaces a view of the same name. Returns no row if the person has `most` other views. */
export const saveView = statement('savedViews.save', { id: t.uuid })`
  insert into saved_views (id, staff_id, name, address, saved_on)
  select ${t.uuid('id')}, ${t.uuid('staffId')}, ${t.text('name')}, ${t.text('address')}, ${t.moment('at')}
  where (select count(*) from saved_views where staff_id = ${t.uuid('staffId')}
    and name <> ${t.text('name')}) < ${t.bigint('most')}
  on conflict (staff_id, name) do update set address = excluded.address, saved_on = excluded.saved_on
  returning id`

export const removeSavedView = statement('savedViews.remove', { id: t.uuid })`
  delete from saved_views where id = ${t.uuid('id')} and staff_id = ${t.uuid('staffId')} returning id`

const actAnswer = { contentHash: t.bytes, answer: t.nullable(t.jsonOf<object>()) }

/** Waits if another transaction holds the key. No row means that the key has an answer. */
export const reserveActAnswer = statement('actAnswers.hold', { key: t.text })`
  insert into act_answers (staff_id, key, content_hash, answered_on)
  values (${t.uuid('staffId')}, ${t.text('key')}, ${t.bytes('contentHash')}, ${t.moment('at')})
  on conflict do nothing returning key`

export const storeActAnswer = statement('actAnswers.keep')`
  update act_answers set answer = ${t.json('answer')} where staff_id = ${t.uuid('staffId')} and key = ${t.text('key')}`

export const findActAnswer = statement('actAnswers.find', actAnswer)`
  select ${columns(actAnswer)} from act_answers where staff_id = ${t.uuid('staffId')} and key = ${t.text('key')}`
