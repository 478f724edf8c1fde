import { currentPath } from './location.ts'
import { paths, type Path } from './paths.ts'
import type { SessionState } from './session-state.ts'
import { useSession } from './session.ts'
import { useWaitingReference } from './waiting-reference.ts'

/**
 * The open KYC of a session that ended by itself, for the same agent's next log-in. It lives only in memory, and a
 * log-out deletes it.
 */
type Work = { phone: string } & Pick<SessionState, 'refNo' | 'prepareOrderResponse'>

let openWork: Work | undefined

export function keepWork(): void {
  const { phone, refNo, prepareOrderResponse } = useSession.getState()
  // endSession may run twice; the second time the slice is already empty.
  if (phone === '') return
  openWork = currentPath() === paths.doKyc ? { phone, refNo, prepareOrderResponse } : undefined
}

/** Returns the screen and the fields with which this agent continues after the log-in, and deletes them. */
export function takeWork(phone: string): { path: Path; fields: Partial<SessionState> } {
  const work = openWork
  openWork = undefined
  const reference = useWaitingReference.getState()
  if (reference !== '') return { path: paths.doKyc, fields: { refNo: reference } }
  if (work?.phone !== phone) return { path: paths.dashboard, fields: {} }
  const { refNo, prepareOrderResponse } = work
  return { path: paths.doKyc, fields: { refNo, prepareOrderResponse } }
}
