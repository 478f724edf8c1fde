import { rights, type ActName, type Right, type StaffRole } from '@ekyc/contract/console/acts'

/** Who acts: the operator of the command line, or a person of the bank's staff. */
export type Maker = { kind: 'admin'; name: string } | ({ kind: 'staff' } & StaffMember)

export type StaffMember = { id: string; name: string; roles: readonly StaffRole[] }

/** What a maker may do about an act: do it alone, propose it to a second person, or nothing. */
export type Permission = 'do' | 'propose' | 'nothing'

/**
 * Decides what the maker may do. An operator has the machine and the database's password, so that no role limits them.
 * @param size the number of agents that the act touches
 */
export function permit(maker: Maker, name: ActName, size: number): Permission {
  if (maker.kind === 'admin') return 'do'
  const { does, atMost = Infinity, secondPerson }: Right = rights[name]
  const isOneOf = (roles: readonly StaffRole[]) => roles.some(role => maker.roles.includes(role))
  if (isOneOf(does) && size <= atMost) return 'do'
  return secondPerson && isOneOf(secondPerson.proposes) ? 'propose' : 'nothing'
}
