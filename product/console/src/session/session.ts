import type { Counters } from '@ekyc/contract/console/refusals'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { create } from 'zustand'

export type Staff = AnswerOf<'getMe'>

type Session = {
  /** Undefined until the server has said who this is, and while nobody has signed in. */
  staff: Staff | undefined
  /** True once the server has refused a call of this person for want of a session. */
  hasEnded: boolean
  /** The counts of waiting work, which every answer tells. */
  counters: Counters
  /** The time of the server's last answer in this session, by this computer's clock. */
  heardAt: number
  /** False after a call to which no answer came. */
  isConnected: boolean
}

export const emptySession: Session = {
  staff: undefined,
  hasEnded: false,
  counters: { proposals: 0, emergencies: 0 },
  heardAt: 0,
  isConnected: true,
}

/** Lives in memory alone: the browser keeps no name, role or token of a person. */
export const useSession = create<Session>(() => emptySession)

export function useStaff(): Staff | undefined {
  return useSession(({ staff }) => staff)
}

/**
 * Takes the answer of `getMe`. Another person than before starts with an empty page: nothing that the first one typed
 * or saw may stay.
 */
export function signedInAs(staff: Staff): void {
  const before = useSession.getState().staff
  if (before !== undefined && before.id !== staff.id) location.replace('/')
  else useSession.setState({ staff, hasEnded: false })
}
