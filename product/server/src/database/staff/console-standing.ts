import { boolean, integer, neverNull, type RowOf } from '../link/kinds.ts'
import { statement } from '../link/sql.ts'

const standing = {
  approvers: neverNull(integer),
  /** The number of jobs whose process has died and that no other process has taken over. */
  dead: neverNull(integer),
  /** The number of jobs that no process has begun within 15 minutes, or 36 hours for a nightly erasure. */
  late: neverNull(integer),
}
export type Standing = RowOf<typeof standing>

export const countStanding = statement('console.countStanding', standing)`
  select
    (select count(*) from staff where disabled_on is null and roles && array['supervisor', 'security'])::integer
      as approvers,
    (select count(*) from jobs where ended_on is null
      and leased_until < clock_timestamp() - interval '5 minutes')::integer as dead,
    (select count(*) from jobs where ended_on is null and leased_until is null and created_on < clock_timestamp()
      - case kind when 'erase' then interval '36 hours' else interval '15 minutes' end)::integer as late`

/** Reads whether the console's role may log in, and whether it has certain rights beyond roles.sql and grants.sql. */
export const readConsoleRole = statement('console.readRole', {
  canLogIn: neverNull(boolean),
  isGrown: neverNull(boolean),
})`
  select rolcanlogin is true as can_log_in,
    rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication
      or exists (select from pg_auth_members where member = pg_roles.oid)
      or exists (select from pg_class where relowner = pg_roles.oid)
      or has_schema_privilege(pg_roles.oid, current_schema(), 'create')
      or exists (select from unnest(array['audit_events', 'audit_archive', 'proposal_votes', 'emergencies']) as name
        where has_any_column_privilege(pg_roles.oid, name, 'update') or has_table_privilege(pg_roles.oid, name, 'delete'))
      or exists (select from unnest(array['sessions', 'passkeys', 'orders']) as name
        where has_any_column_privilege(pg_roles.oid, name, 'insert, update'))
      or has_column_privilege(pg_roles.oid, 'agents', 'password_hash', 'insert, update') as is_grown
  from pg_roles where rolname = 'ekyc_console'`
