import { staffRoles, type StaffRole } from '@ekyc/contract/console/acts'

/** The groups of the bank's provider that give each role. */
export type RoleGroups = Readonly<Record<StaffRole, readonly string[]>>

export const noRoleGroups: RoleGroups = { viewer: [], support: [], supervisor: [], auditor: [], security: [] }

/** Each role's group has the role's own name. */
export const plainRoleGroups: RoleGroups = {
  viewer: ['viewer'],
  support: ['support'],
  supervisor: ['supervisor'],
  auditor: ['auditor'],
  security: ['security'],
}

/** Maps a person's groups to roles. Who audits does nothing else, so that `auditor` takes the place of other roles. */
export function rolesOf(groups: readonly string[], map: RoleGroups): StaffRole[] {
  const roles = staffRoles.filter(role => map[role].some(group => groups.includes(group)))
  return roles.includes('auditor') ? ['auditor'] : roles
}
