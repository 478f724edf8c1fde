import type { StaffRole } from '@ekyc/contract/console/acts'

import {
  boolean,
  bytes,
  moment,
  neverNull,
  nullable,
  bigint,
  text,
  textsOf,
  uuid,
} from '../link/column-types.ts'
import { statement } from '../link/sql.ts'

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

export const endStaffSessionOpenedAt = statement('staffSessions.endOpened', { staffId: uuid })`
  delete from staff_sessions
  where staff_id = ${uuid('staffId')} and date_trunc('milliseconds', opened_on) = ${moment('openedOn')}
  returning staff_id`

export const endStaffSessionsByProvider = statement('staffSessions.endOfProvider', { staffId: uuid })`
  delete from staff_sessions
  where (staff_id = ${nullable(uuid)('staffId')} or provider_session = ${nullable(text)('providerSession')})
    and opened_on <= ${moment('until')}
  returning staff_id`
