import type { StaffRole } from '@ekyc/contract/console/acts'

import { t } from './t.ts'

export function shownRoles(roles: readonly StaffRole[]): string {
  return roles.map(role => t(`role.${role}`)).join(', ')
}
