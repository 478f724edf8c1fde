import type { StaffRole } from '@ekyc/contract/console/acts'

import { statement, t } from '../link/sql.ts'

const roles = t.textsOf<StaffRole>()

export const insertStaffSession = statement('staffSessions.insert')`
  insert into staff_sessions
    (token_hash, staff_id, roles, opened_on, expires_on, last_seen_on, provider_session, mac)
  values (${t.bytes('tokenHash')}, ${t.uuid('staffId')}, ${roles('roles')}, ${t.moment('openedOn')},
    ${t.moment('expiresOn')},
    ${t.moment('openedOn')}, ${t.nullable(t.text)('providerSession')}, ${t.bytes('mac')})`

export const endOldStaffSessions = statement('staffSessions.endOld')`
  delete from staff_sessions where staff_id = ${t.uuid('staffId')} and token_hash not in
    (select token_hash from staff_sessions where staff_id = ${t.uuid('staffId')}
     order by opened_on desc limit ${t.bigint('keep')})`

export const findStaffSession = statement('staffSessions.find', {
  id: t.uuid,
  name: t.text,
  roles,
  openedOn: t.moment,
  expiresOn: t.moment,
  lastSeenOn: t.moment,
  mac: t.nullable(t.bytes),
})`
  select s.id, s.name, s.roles, t.opened_on, t.expires_on, t.last_seen_on, t.mac
  from staff_sessions t join staff s on s.id = t.staff_id
  where token_hash = ${t.bytes('tokenHash')} and expires_on > ${t.moment('at')}
    and last_seen_on > ${t.moment('idleSince')}
    and s.disabled_on is null and s.roles = t.roles`

export const markStaffSeen = statement('staffSessions.markSeen')`
  update staff_sessions set last_seen_on = ${t.moment('at')} where token_hash = ${t.bytes('tokenHash')}`

export const listStaffSessions = statement('staffSessions.list', {
  openedOn: t.moment,
  lastSeenOn: t.moment,
  expiresOn: t.moment,
  isCurrent: t.neverNull(t.boolean),
})`
  select opened_on, last_seen_on, expires_on, token_hash = ${t.bytes('tokenHash')} as is_current
  from staff_sessions t join staff s on s.id = t.staff_id
  where staff_id = ${t.uuid('staffId')} and expires_on > ${t.moment('at')} and last_seen_on > ${t.moment('idleSince')}
    and s.roles = t.roles
  order by opened_on desc`

export const endStaffSession = statement('staffSessions.end')`
  delete from staff_sessions where token_hash = ${t.bytes('tokenHash')}`

export const endStaffSessions = statement('staffSessions.endAllOf', { staffId: t.uuid })`
  delete from staff_sessions where staff_id = ${t.uuid('staffId')} returning staff_id`

export const endStaffSessionOpenedAt = statement('staffSessions.endOpened', { staffId: t.uuid })`
  delete from staff_sessions
  where staff_id = ${t.uuid('staffId')} and date_trunc('milliseconds', opened_on) = ${t.moment('openedOn')}
  returning staff_id`

export const endStaffSessionsByProvider = statement('staffSessions.endOfProvider', { staffId: t.uuid })`
  delete from staff_sessions
  where (staff_id = ${t.nullable(t.uuid)('staffId')} or provider_session = ${t.nullable(t.text)('providerSession')})
    and opened_on <= ${t.moment('until')}
  returning staff_id`
