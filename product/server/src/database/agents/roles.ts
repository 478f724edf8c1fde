import type { Privilege } from '@ekyc/contract/words'

import { bigint, neverNull, text, textOf, textsOf, uuid } from '../link/kinds.ts'
import { owned, owner, statement } from '../link/sql.ts'

export const listRoles = statement('roles.list', {
  role: text,
  privileges: neverNull(textsOf<string>()),
  agents: neverNull(bigint),
})`
  select id as role, array(select p.privilege from role_privileges p where p.role_id = roles.id order by 1) as privileges,
    (select count(*) from agent_roles r where r.role_id = roles.id) as agents
  from roles order by id`

export const grantRole = statement('roles.grant', { ...owned, roleId: text })`
  insert into agent_roles (agent_id, role_id) values (${uuid('agentId')}, ${text('role')})
  on conflict do nothing returning ${owner}, role_id`

export const revokeRole = statement('roles.revoke', { ...owned, roleId: text })`
  delete from agent_roles where agent_id = ${uuid('agentId')} and role_id = ${text('role')} returning ${owner}, role_id`

const privilege = textOf<Privilege>()

export const withholdPrivilege = statement('privileges.withhold', { ...owned, privilege })`
  insert into withheld_privileges (agent_id, privilege) values (${uuid('agentId')}, ${privilege('privilege')})
  on conflict do nothing returning ${owner}, privilege`

export const restorePrivilege = statement('privileges.restore', { ...owned, privilege })`
  delete from withheld_privileges where agent_id = ${uuid('agentId')} and privilege = ${privilege('privilege')}
  returning ${owner}, privilege`

export const listWithheldPrivileges = statement('privileges.listWithheld', {
  ...owned,
  privilege,
})`
  select ${owner}, privilege from withheld_privileges where agent_id = ${uuid('agentId')} order by privilege`
