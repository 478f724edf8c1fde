import type { Privilege } from '@ekyc/contract/words'

import type { AgentStore } from '../domain/stores.ts'
import { boolean, moment, nullable, text, textOf, uuid } from './kinds.ts'
import type { Runner } from './runner.ts'
import { columns, statement } from './sql.ts'

export function agentsIn(db: Runner): AgentStore {
  return {
    findByMobile: mobile => findByMobile.first(db, { mobile }),

    async holdUnchanged({ id, mobile, passwordHash }) {
      const held = await holdUsable.first(db, { id, mobile })
      return held !== undefined && held.passwordHash === passwordHash
    },

    async rolesOf(agentId) {
      const rows = await listRoles(db, { agentId })
      return rows.map(({ roleId }) => roleId)
    },

    async privilegesOf(agentId, roleId) {
      const rows = await listPrivileges(db, { agentId, roleId })
      return rows.map(({ privilege }) => privilege)
    },

    async setPassword(agentId, passwordHash) {
      await setPassword(db, { agentId, passwordHash })
    },

    async replacePasswordHash(agentId, from, to) {
      await replacePasswordHash(db, { agentId, from, to })
    },
  }
}

/** The columns of `Agent`. */
export const agent = {
  id: uuid,
  mobile: text,
  name: text,
  email: text,
  addressLine1: text,
  addressLine2: text,
  passwordHash: nullable(text),
  resetDemanded: boolean,
  disabledOn: nullable(moment),
}

const findByMobile = statement('agents.findByMobile', agent)`
  select ${columns(agent)} from agents where mobile = ${text('mobile')}`

const holdUsable = statement('agents.holdUsable', { passwordHash: nullable(text) })`
  select password_hash from agents
  where id = ${uuid('id')} and mobile = ${text('mobile')} and disabled_on is null and not reset_demanded
  for no key update`

const listRoles = statement('agents.listRoles', { roleId: text })`
  select role_id from agent_roles where agent_id = ${uuid('agentId')} order by role_id`

const listPrivileges = statement('agents.listPrivileges', { privilege: textOf<Privilege>() })`
  select p.privilege from role_privileges p
  where p.role_id = ${text('roleId')} and not exists (select from withheld_privileges w
    where w.agent_id = ${uuid('agentId')} and w.privilege = p.privilege)
  order by p.privilege`

const setPassword = statement('agents.setPassword')`
  update agents set password_hash = ${text('passwordHash')}, reset_demanded = false
  where id = ${uuid('agentId')}`

const replacePasswordHash = statement('agents.replacePasswordHash')`
  update agents set password_hash = ${text('to')}
  where id = ${uuid('agentId')} and password_hash = ${text('from')}`
