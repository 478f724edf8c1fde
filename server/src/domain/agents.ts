import { refusalTexts } from '@ekyc/contract/refusals'
import type { User } from '@ekyc/contract/shapes'
import type { Privilege } from '@ekyc/contract/words'

import { Forbidden } from './refused.ts'
import type { Caller, Database } from './stores.ts'

export type Agents = {
  profile(caller: Caller): Promise<User>
  /** The privileges of one of the caller's own roles, less those withheld from the caller. */
  privileges(caller: Caller, roleId: string): Promise<Privilege[]>
}

export function createAgents(database: Database): Agents {
  return {
    async profile(caller) {
      const agent = await database.agents.findByMobile(caller.mobile)
      if (!agent) throw new Forbidden(refusalTexts.notYours)
      const { name, mobile, email, addressLine1, addressLine2 } = agent
      return { name, mobile, email, address: { addressLine1, addressLine2 }, assignedRoles: caller.roles }
    },

    async privileges(caller, roleId) {
      if (!caller.roles.includes(roleId)) throw new Forbidden(refusalTexts.notYours)
      return database.agents.privilegesOf(caller.agentId, roleId)
    },
  }
}
