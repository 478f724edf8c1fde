import { rights, staffRoles, type ActName, type Right, type StaffRole } from '@ekyc/contract/console/acts'

export type Maker = { kind: 'admin'; name: string } | ({ kind: 'staff' } & StaffMember)

export type StaffMember = { id: string; name: string; roles: readonly StaffRole[] }

/** 'propose': the act needs the approval of a second person. */
export type Permission = 'do' | 'propose' | 'nothing'

/**
 * No role limits an operator, who has access to the machine and the database anyway. An act that needs a second person
 * needs one for an operator too.
 * @param size the number of agents that the act changes; nobody does an act of the size Infinity alone
 * @param limit the largest size that one person may do, for an act to which the table gives none
 */
export function permissionFor(maker: Maker, name: ActName, size: number, limit?: number): Permission {
  const { does, atMost = limit ?? Infinity, secondPerson }: Right = rights[name]
  const isOneOf = (roles: readonly StaffRole[]) =>
    roles.some(role => maker.kind === 'admin' || maker.roles.includes(role))
  if (isOneOf(does) && size < Infinity && size <= atMost) return 'do'
  if (!secondPerson || !isOneOf(secondPerson.proposes)) return 'nothing'
  return 'propose'
}

/** The groups of a role at the bank's identity provider. Nobody gets a role without groups. */
export type RoleGroups = Readonly<Partial<Record<StaffRole, readonly string[]>>>

export const roleGroupsOfSameName: RoleGroups = Object.fromEntries(staffRoles.map(role => [role, [role]]))

/** An auditor must not have another role, so `auditor` replaces all other roles. */
export function rolesOfGroups(groups: readonly string[], map: RoleGroups): StaffRole[] {
  const roles = staffRoles.filter(role => map[role]?.some(group => groups.includes(group)))
  return roles.includes('auditor') ? ['auditor'] : roles
}
