import type { User } from '@ekyc/contract/shapes'
import type { Privilege } from '@ekyc/contract/words'

import type { Context } from '../context.ts'
import { Forbidden } from '../refused.ts'
import type { Caller } from './agent-stores.ts'

export function profileOf({ name, mobile, email, addressLine1, addressLine2, roles }: Caller): User {
  return { name, mobile, email, address: { addressLine1, addressLine2 }, assignedRoles: roles }
}

export async function privilegesOf(
  { database }: Context,
  caller: Caller,
  roleId: string,
): Promise<Privilege[]> {
  if (!caller.roles.includes(roleId)) throw new Forbidden('not_yours')
  return database.agents.privilegesOf(caller.agentId, roleId)
}
