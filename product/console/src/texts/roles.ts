import type { StaffRole } from '@ekyc/contract/console/acts'
import { textOf } from '@ekyc/ui/t.ts'

import { t } from './t.ts'

export function shownRoles(roles: readonly StaffRole[]): string {
  return roles.map(role => t(`role.${role}`)).join(', ')
}

export function shownAgentRoles(roles: readonly string[]): string {
  return roles.map(role => textOf(`agentRole.${role}`) ?? role).join(', ')
}
