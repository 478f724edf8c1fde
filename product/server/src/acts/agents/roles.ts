import { privileges, type Privilege } from '@ekyc/contract/words'
import { Type } from 'typebox'

import {
  countAgentChange,
  grantRole as grant,
  listRoles as readRoles,
  restorePrivilege as restore,
  revokeRole as revoke,
  withholdPrivilege as withhold,
} from '../../database/agents/agents.ts'
import type { Runner } from '../../database/link/runner.ts'
import { endSessions } from '../../database/sign-in/sessions.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { act, changing, inputOf } from '../act.ts'

export const listRoles = act({
  name: 'role.list',
  input: inputOf({}),
  run({ db, row }) {
    row.subject = 'roles'
    return readRoles(db)
  },
})

const agentAndRole = inputOf({ agent: Type.String(), role: Type.String() })

export const grantRole = changing(
  'role.grant',
  agentAndRole,
  async (agent, { db }, { role }) => {
    await refuseUnknownRole(db, role)
    const changed = (await grant(db, { agentId: agent.id, role })).length > 0
    if (changed) await countAgentChange(db, { agentId: agent.id })
    return { role, changed }
  },
  ({ role }) => role,
)

export const revokeRole = changing(
  'role.revoke',
  agentAndRole,
  async (agent, { db, at }, { role }) => {
    await refuseUnknownRole(db, role)
    const changed = (await revoke(db, { agentId: agent.id, role })).length > 0
    if (changed) await countAgentChange(db, { agentId: agent.id })
    const sessionsEnded = changed ? await endSessions(db, { agentId: agent.id, at }) : 0
    return { role, changed, sessionsEnded }
  },
  ({ role }) => role,
)

export const withholdPrivilege = changingPrivilege('privilege.withhold', withhold)
export const restorePrivilege = changingPrivilege('privilege.restore', restore)

function changingPrivilege(name: 'privilege.withhold' | 'privilege.restore', change: typeof withhold) {
  return changing(
    name,
    inputOf({ agent: Type.String(), privilege: Type.String() }),
    async (agent, { db }, told) => {
      const privilege = privilegeOf(told.privilege)
      const changed = (await change(db, { agentId: agent.id, privilege })).length > 0
      if (changed) await countAgentChange(db, { agentId: agent.id })
      return { privilege, changed }
    },
    ({ privilege }) => privilege,
  )
}

async function refuseUnknownRole(db: Runner, role: string): Promise<void> {
  const names = (await readRoles(db)).map(one => one.role)
  if (!names.includes(role)) throw new CommandRefused(`There is no role '${role}', only ${names.join(', ')}.`)
}

function privilegeOf(name: string): Privilege {
  const privilege = privileges.find(known => known === name)
  if (privilege) return privilege
  throw new CommandRefused(`There is no privilege '${name}', only ${privileges.join(', ')}.`)
}
