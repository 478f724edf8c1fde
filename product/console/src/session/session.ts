import type { Counters } from '@ekyc/contract/console/refusals'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { create } from 'zustand'
import { rights, type ActName, type Right, type StaffRole } from '@ekyc/contract/console/acts'

export type Staff = AnswerOf<'getMe'>

type Session = {
  /** Undefined until the server has said who has signed in, and while nobody has signed in. */
  staff: Staff | undefined
  hasEnded: boolean
  /** The numbers that the navigation shows, such as waiting proposals. Every answer to a signed-in person has them. */
  counters: Counters
  /** The time of the server's last answer in this session, by this computer's clock, in ms since 1970. */
  heardAt: number
  isConnected: boolean
}

export const emptySession: Session = {
  staff: undefined,
  hasEnded: false,
  counters: { proposals: 0, exceptions: 0, alerts: 0 },
  heardAt: 0,
  isConnected: true,
}

/** Keeps the session in memory only: the console's scripts store no name, role or token of a person in the browser. */
export const useSession = create<Session>(() => emptySession)

export function useStaff(): Staff | undefined {
  return useSession(({ staff }) => staff)
}

/** If another person has signed in, nothing may stay that the first one typed or saw. */
export function signedInAs(staff: Staff): void {
  const before = useSession.getState().staff
  if (before !== undefined && before.id !== staff.id) location.replace('/')
  else useSession.setState({ staff, hasEnded: false })
}

export type Means = 'does' | 'proposes' | undefined

/** @param size the number of affected agents */
export function meansOf(roles: readonly StaffRole[], act: ActName, size = 1): Means {
  const { does, atMost = Infinity, secondPerson }: Right = rights[act]
  const isOneOf = (some: readonly StaffRole[] = []) => roles.some(role => some.includes(role))
  if (isOneOf(does) && size <= atMost) return 'does'
  return isOneOf(secondPerson?.proposes) ? 'proposes' : undefined
}

/** How the signed-in person may do an act. */
export function useMeans(): (act: ActName, size?: number) => Means {
  const roles = useStaff()?.roles ?? []
  return (act, size) => meansOf(roles, act, size)
}

export function rolesThatMay(act: ActName): readonly StaffRole[] {
  const { does, secondPerson }: Right = rights[act]
  return [...new Set([...does, ...(secondPerson?.proposes ?? [])])]
}
