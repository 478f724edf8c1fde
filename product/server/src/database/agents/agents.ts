import { byDetail, columnNames, detailFields } from '@ekyc/contract/console/sheet-lines'
import type { Privilege } from '@ekyc/contract/words'
import { DatabaseError } from 'pg'

import { columns, owner, ownerColumn, raw, sql, statement, t, type SqlRunner } from '../link/sql.ts'

export function createAgentStore(db: SqlRunner) {
  return {
    findByMobile: (mobile: string) => findByMobile.first(db, { mobile }),

    /** @returns false if the agent was disabled, was reset or got another password since it was read */
    async holdUnchanged({ id, mobile, passwordHash }: t.RowOf<typeof agentColumns>): Promise<boolean> {
      const agentRow = await holdUsable.first(db, { id, mobile })
      return agentRow !== undefined && agentRow.passwordHash === passwordHash
    },

    async privilegesOf(agentId: string, roleId: string): Promise<Privilege[]> {
      const rows = await listPrivileges(db, { agentId, roleId })
      return rows.map(({ privilege }) => privilege)
    },

    setPassword: (agentId: string, passwordHash: string) => setPassword(db, { agentId, passwordHash }),

    beginGrace: (agentId: string, at: Date) => beginGrace(db, { agentId, at }),

    replacePasswordHash: (agentId: string, from: string, to: string) =>
      replacePasswordHash(db, { agentId, from, to }),
  }
}

const agentColumns = {
  id: t.uuid,
  mobile: t.text,
  name: t.text,
  email: t.text,
  addressLine1: t.text,
  addressLine2: t.text,
  passwordHash: t.nullable(t.text),
  resetDemanded: t.boolean,
  disabledOn: t.nullable(t.moment),
  /**
   * The time of the first log-in with only a password while a second factor was required, or 1970 after a log-in with a
   * second factor. Null if there was neither.
   */
  graceBeganOn: t.nullable(t.moment),
}

const details = byDetail(() => t.text)

const findByMobile = statement('agents.findByMobile', agentColumns)`
  select ${columns(agentColumns)} from agents where mobile = ${t.text('mobile')}`

const holdUsable = statement('agents.holdUsable', { passwordHash: t.nullable(t.text) })`
  select password_hash from agents
  where id = ${t.uuid('id')} and mobile = ${t.text('mobile')} and disabled_on is null and not reset_demanded
  for no key update`

const listPrivileges = statement('agents.listPrivileges', {
  ...ownerColumn,
  privilege: t.textOf<Privilege>(),
})`
  select ${owner}, p.privilege from role_privileges p
  where p.role_id = ${t.text('roleId')} and not exists (select from withheld_privileges w
    where w.agent_id = ${t.uuid('agentId')} and w.privilege = p.privilege)
  order by p.privilege`

const setPassword = statement('agents.setPassword')`
  update agents set password_hash = ${t.text('passwordHash')}, reset_demanded = false
  where id = ${t.uuid('agentId')}`

const beginGrace = statement('agents.beginGrace')`
  update agents set grace_began_on = ${t.moment('at')} where id = ${t.uuid('agentId')}
    and (grace_began_on is null or grace_began_on > ${t.moment('at')})`

const replacePasswordHash = statement('agents.replacePasswordHash')`
  update agents set password_hash = ${t.text('to')}
  where id = ${t.uuid('agentId')} and password_hash = ${t.text('from')}`

/** The subquery uses no column of the agent, so a sharded database can run it separately. */
export const isAgentLocked = sql`
  agents.mobile in (select mobile from login_attempts where blocked_until > ${t.moment('at')})`

const { passwordHash: _passwordHash, ...withoutPassword } = agentColumns
export const agentColumnsWithoutPassword = { ...withoutPassword, ...details }

export const listPasswordWaits = statement('agents.listWaits', {
  mobile: t.text,
  lockedUntil: t.neverNull(t.moment),
})`
  select mobile, max(blocked_until) as locked_until from login_attempts
  where mobile = any(${t.textsOf<string>()('mobiles')}) and blocked_until > ${t.moment('at')} group by mobile`

export const countAgents = statement('agents.count', {
  total: t.neverNull(t.bigint),
  enabled: t.neverNull(t.bigint),
  disabled: t.neverNull(t.bigint),
  locked: t.neverNull(t.bigint),
  noPassword: t.neverNull(t.bigint),
  resetDemanded: t.neverNull(t.bigint),
})`
  select count(*) as total, count(*) filter (where disabled_on is null) as enabled,
    count(*) filter (where disabled_on is not null) as disabled, count(*) filter (where ${isAgentLocked}) as locked,
    count(*) filter (where password_hash is null) as no_password,
    count(*) filter (where reset_demanded) as reset_demanded
  from agents where erased_on is null`

const managedAgent = { ...agentColumns, ...details, version: t.integer }
export type ManagedAgent = t.RowOf<typeof managedAgent>

/** Finds no erased agent. `for update` would block the agent's own log-in, since a new session refers to this row. */
export const lockAgentById = statement('agents.lockById', managedAgent)`
  select ${columns(managedAgent)} from agents where id = ${t.uuid('id')} and erased_on is null for no key update`

/** The order keeps two imports of the same agents from a deadlock. */
export const lockAgents = statement('agents.lockMany', managedAgent)`
  select ${columns(managedAgent)} from agents where mobile = any(${t.textsOf<string>()('mobiles')})
  order by mobile for no key update`

export const findAgentsByMobiles = statement('agents.findByMobiles', managedAgent)`
  select ${columns(managedAgent)} from agents where mobile = any(${t.textsOf<string>()('mobiles')})`

const detailColumns = raw(detailFields.map(field => `"${field}" text`).join(', '))
const detailValues = raw(detailFields.map(field => `coalesce("${field}", '')`).join(', '))
const detailChanges = raw(detailFields.map(field => `${columnNames[field]} = new."${field}"`).join(', '))

export const insertAgents = statement('agents.insertMany', { id: t.uuid })`
  insert into agents (id, mobile, ${columns(details)}, created_on)
  select id, mobile, ${detailValues}, "createdOn"
  from jsonb_to_recordset(${t.json('agents')}::jsonb)
    as new(id uuid, mobile text, ${detailColumns}, "createdOn" timestamptz)
  on conflict do nothing returning id`

export const insertAgentRoles = statement('agents.insertRoles')`
  insert into agent_roles (agent_id, role_id)
  select id, unnest(roles) from jsonb_to_recordset(${t.json('agents')}::jsonb) as new(id uuid, roles text[])`

export const updateAgents = statement('agents.updateMany')`
  update agents set ${detailChanges}, version = agents.version + 1
  from jsonb_to_recordset(${t.json('agents')}::jsonb) as new(id uuid, ${detailColumns})
  where agents.id = new.id`

const uniqueViolation = '23505'

/** Returns false if another agent has the number: the transaction has then failed. */
export async function changeAgentMobile(db: SqlRunner, change: { agentId: string; mobile: string }) {
  try {
    await updateMobile(db, change)
    return true
  } catch (error) {
    // A sharded database does not name the violated key, but only the key of the mobile number can be violated here.
    if (error instanceof DatabaseError && error.code === uniqueViolation) return false
    throw error
  }
}

const updateMobile = statement('agents.changeMobile')`
  update agents set mobile = ${t.text('mobile')}, version = version + 1 where id = ${t.uuid('agentId')}`

export const setAgentDisabled = statement('agents.setDisabled')`
  update agents set disabled_on = ${t.nullable(t.moment)('disabledOn')}, version = version + 1
    where id = ${t.uuid('agentId')}`

/** The agent's rights are in other tables. */
export const increaseAgentVersion = statement('agents.countChange')`
  update agents set version = version + 1 where id = ${t.uuid('agentId')}`

export const demandPasswordReset = statement('agents.demandReset')`
  update agents set reset_demanded = true where id = ${t.uuid('agentId')}`

export const removeOneTimePasswords = statement('agents.removeOneTimePasswords')`
  delete from one_time_codes where mobile = any(${t.textsOf<string>()('mobiles')})`

export const listRoles = statement('roles.list', {
  role: t.text,
  privileges: t.neverNull(t.textsOf<string>()),
  agents: t.neverNull(t.bigint),
})`
  select id as role, array(select p.privilege from role_privileges p where p.role_id = roles.id order by 1) as privileges,
    (select count(*) from agent_roles r where r.role_id = roles.id) as agents
  from roles order by id`

/** Withheld privileges of an agent are included. */
export const listPrivilegesOfRoles = statement('roles.listPrivileges', {
  role: t.text,
  privileges: t.neverNull(t.textsOf<Privilege>()),
})`
  select r.id as role, array(select p.privilege from role_privileges p where p.role_id = r.id order by 1) as privileges
  from roles r order by r.id`

export async function listRoleNames(db: SqlRunner): Promise<string[]> {
  return (await listPrivilegesOfRoles(db)).map(({ role }) => role)
}

export const grantRole = statement('roles.grant', { ...ownerColumn, roleId: t.text })`
  insert into agent_roles (agent_id, role_id) values (${t.uuid('agentId')}, ${t.text('role')})
  on conflict do nothing returning ${owner}, role_id`

export const revokeRole = statement('roles.revoke', { ...ownerColumn, roleId: t.text })`
  delete from agent_roles where agent_id = ${t.uuid('agentId')} and role_id = ${t.text('role')}
    returning ${owner}, role_id`

const privilege = t.textOf<Privilege>()

export const withholdPrivilege = statement('privileges.withhold', { ...ownerColumn, privilege })`
  insert into withheld_privileges (agent_id, privilege) values (${t.uuid('agentId')}, ${privilege('privilege')})
  on conflict do nothing returning ${owner}, privilege`

export const restorePrivilege = statement('privileges.restore', { ...ownerColumn, privilege })`
  delete from withheld_privileges where agent_id = ${t.uuid('agentId')} and privilege = ${privilege('privilege')}
  returning ${owner}, privilege`

export const listWithheldPrivileges = statement('privileges.listWithheld', {
  ...ownerColumn,
  privilege,
})`
  select ${owner}, privilege from withheld_privileges where agent_id = ${t.uuid('agentId')} order by privilege`
