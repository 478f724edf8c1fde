import { staffRoles, type StaffRole } from '@ekyc/contract/console/acts'

/** For each role, the groups at the bank's identity provider whose members get this role. */
export type RoleGroups = Readonly<Record<StaffRole, readonly string[]>>

export const noRoleGroups: RoleGroups = { viewer: [], support: [], supervisor: [], auditor: [], security: [] }

export const plainRoleGroups: RoleGroups = {
  viewer: ['viewer'],
  support: ['support'],
  supervisor: ['supervisor'],
  auditor: ['auditor'],
  security: ['security'],
}

/** Maps a person's groups to roles. An auditor must not have another role, so `auditor` replaces all other roles. */
export function rolesOf(groups: readonly string[], map: RoleGroups): StaffRole[] {
  const roles = staffRoles.filter(role => map[role].some(group => groups.includes(group)))
  return roles.includes('auditor') ? ['auditor'] : roles
}
