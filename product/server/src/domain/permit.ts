import { rights, type ActName, type Right, type StaffRole } from '@ekyc/contract/console/acts'

/** Who acts: the operator of the command line, or a person of the bank's staff. */
export type Maker = { kind: 'admin'; name: string } | ({ kind: 'staff' } & StaffMember)

export type StaffMember = { id: string; name: string; roles: readonly StaffRole[] }

/** The right of a maker to an act: to do it alone, to propose it to a second person, or none. */
export type Permission = 'do' | 'propose' | 'nothing'

/**
 * Decides what the maker may do. An operator has the machine and the database's password, so that no role limits them;
 * what needs a second person needs one for them too.
 * @param size the number of agents that the act touches
 * @param fourEyes false where the bank has switched the second person off
 */
export function permit(maker: Maker, name: ActName, size: number, fourEyes: boolean): Permission {
  const { does, atMost = Infinity, secondPerson }: Right = rights[name]
  const isOneOf = (roles: readonly StaffRole[]) =>
    roles.some(role => maker.kind === 'admin' || maker.roles.includes(role))
  if (isOneOf(does) && size <= atMost) return 'do'
  if (!secondPerson || !isOneOf(secondPerson.proposes)) return 'nothing'
  return fourEyes ? 'propose' : 'do'
}
