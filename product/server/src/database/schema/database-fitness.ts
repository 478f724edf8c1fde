import { statement, t, type SqlRunner } from '../link/sql.ts'

type Wanted = {
  databaseUrl: string | undefined
  databaseConnections: number
  databasePooler: 'transaction' | undefined
}

const losses = {
  fsync: 'fsync is off in this database: a crash of its machine can destroy all of it',
  synchronous_commit:
    'synchronous_commit is off in this database: a crash loses what agents were told is done',
}
/** The command line and back-ups need so many. A pooler has limits of its own. */
const spareConnections = 10

export async function checkDatabaseFitness(
  db: SqlRunner,
  config: Wanted,
): Promise<{ problems: string[]; warnings: string[] }> {
  const unsafe = (await listUnsafeSettings(db)).map(({ name }) => losses[name])
  // The private PostgreSQL has only one role and one server, so its role and its connections need no check.
  if (config.databaseUrl === undefined) return { problems: unsafe, warnings: [] }
  const { mostConnections, ownsTables } = await readStanding.one(db)
  const { databaseConnections: ours, databasePooler } = config
  const isTight = !databasePooler && 2 * ours + spareConnections > mostConnections
  const finding = `DATABASE_CONNECTIONS is ${ours}, and this database takes ${mostConnections} of all programs together`
  const isTooSmall = isTight && ours > mostConnections
  return {
    problems: [...unsafe, ...(isTooSmall ? [finding] : [])],
    warnings: [
      ...(isTight && !isTooSmall
        ? [`${finding}: too few for two servers and ${spareConnections} others`]
        : []),
      ...(ownsTables ? [owner] : []),
    ],
  }
}

const owner =
  "this role owns the tables, so a server's bug or thief could change them and the audit trail: use ekyc_server of deploy/roles.sql with MIGRATE=off"

const listUnsafeSettings = statement('fitness.listUnsafeSettings', {
  name: t.neverNull(t.textOf<keyof typeof losses>()),
})`
  select name from pg_settings
  where setting = 'off' and name in ('fsync', 'synchronous_commit') order by name`

const readStanding = statement('fitness.readStanding', {
  mostConnections: t.neverNull(t.integer),
  ownsTables: t.neverNull(t.boolean),
})`
  select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      as most_connections,
    exists (select from pg_class where oid = to_regclass('audit_events') and pg_has_role(relowner, 'usage')) as owns_tables`

/** Reads whether the console's role may log in, and whether it has certain rights beyond roles.sql and grants.sql. */
export const readConsoleRole = statement('console.readRole', {
  canLogIn: t.neverNull(t.boolean),
  isGrown: t.neverNull(t.boolean),
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
