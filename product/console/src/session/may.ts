import { rights, type ActName, type Right, type StaffRole } from '@ekyc/contract/console/acts'

/** The way in which a person may do an act: alone, by a proposal to a second person, or (undefined) not at all. */
export type Means = 'does' | 'proposes' | undefined

/** @param size the number of affected agents */
export function meansOf(roles: readonly StaffRole[], act: ActName, size = 1): Means {
  const { does, atMost = Infinity, secondPerson }: Right = rights[act]
  const isOneOf = (some: readonly StaffRole[] = []) => roles.some(role => some.includes(role))
  if (isOneOf(does) && size <= atMost) return 'does'
  return isOneOf(secondPerson?.proposes) ? 'proposes' : undefined
}

export function rolesThatMay(act: ActName): readonly StaffRole[] {
  const { does, secondPerson }: Right = rights[act]
  return [...new Set([...does, ...(secondPerson?.proposes ?? [])])]
}
