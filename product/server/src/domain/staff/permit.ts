import { rights, type ActName, type Right, type StaffRole } from '@ekyc/contract/console/acts'

export type Maker = { kind: 'admin'; name: string } | ({ kind: 'staff' } & StaffMember)

export type StaffMember = { id: string; name: string; roles: readonly StaffRole[] }

/** The right of a maker to an act. 'propose' means that the act needs the approval of a second person. */
export type Permission = 'do' | 'propose' | 'nothing'

/**
 * Decides whether a maker may do or propose an act. No role limits an operator, who has access to the machine and the
 * database anyway. An act that needs a second person needs one for an operator too.
 * @param size the number of agents that the act changes
 * @param limit the largest size that one person may do; without it, the table says it
 */
export function permit(maker: Maker, name: ActName, size: number, limit?: number): Permission {
  const { does, atMost = limit ?? Infinity, secondPerson }: Right = rights[name]
  const isOneOf = (roles: readonly StaffRole[]) =>
    roles.some(role => maker.kind === 'admin' || maker.roles.includes(role))
  if (isOneOf(does) && size <= atMost) return 'do'
  if (!secondPerson || !isOneOf(secondPerson.proposes)) return 'nothing'
  return 'propose'
}
