import type { User } from '@ekyc/contract/shapes'
import type { Privilege } from '@ekyc/contract/words'

import { Forbidden } from '../refused.ts'
import type { Caller } from './agent-stores.ts'
import type { Database } from '../stores.ts'

export type Agents = {
  profile(caller: Caller): User
  privileges(caller: Caller, roleId: string): Promise<Privilege[]>
}

export function createAgents(database: Database): Agents {
  return {
    profile({ name, mobile, email, addressLine1, addressLine2, roles }) {
      return { name, mobile, email, address: { addressLine1, addressLine2 }, assignedRoles: roles }
    },

    async privileges(caller, roleId) {
      if (!caller.roles.includes(roleId)) throw new Forbidden('not_yours')
      return database.agents.privilegesOf(caller.agentId, roleId)
    },
  }
}
