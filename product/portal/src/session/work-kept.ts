import { isRecord } from '@ekyc/contract/is-record'
import { keptMobile } from './kept-mobile.ts'
import { currentPath } from './location.ts'
import { paths, type Path } from './paths.ts'
import { initialSession, type SessionState } from './session-state.ts'
import { sessionFrom } from './session-storage.ts'
import { useSession } from './session.ts'
import { useWaitingReference } from './waiting-reference.ts'

/**
 * The open KYC of a session that ended by itself, for the same agent's next log-in in this tab. The next log-in, by any
 * agent, deletes it.
 */
type Work = Pick<SessionState, 'phone' | 'refNo' | 'prepareOrderResponse'> & { path: Path }

const key = 'kept-work'

export function keepWork(): void {
  const { phone, refNo, prepareOrderResponse, kycVal, retryKycLock } = useSession.getState()
  // endSession may run twice; the second time the slice is already empty.
  if (phone === '') return
  keptMobile.number = phone
  const isOpen = kycVal === null || retryKycLock === 'true'
  const work = { phone, refNo: isOpen ? refNo : '', prepareOrderResponse, path: currentPath() }
  try {
    sessionStorage.setItem(key, JSON.stringify(work))
  } catch {
    // Without storage the agent types the reference again.
  }
}

/** Returns the screen and the fields with which this agent continues after the log-in, and deletes them. */
export function takeWork(phone: string): { path: Path; fields: Partial<SessionState> } {
  const work = readWork()
  keptMobile.number = ''
  if (work) sessionStorage.removeItem(key)
  const reference = useWaitingReference.getState()
  if (reference !== '') return { path: paths.doKyc, fields: { refNo: reference } }
  if (work?.phone !== phone) return { path: paths.dashboard, fields: {} }
  const { path, ...fields } = work
  return { path, fields }
}

function readWork(): Work | undefined {
  try {
    const work: unknown = JSON.parse(sessionStorage.getItem(key) ?? '')
    const state = isRecord(work) && sessionFrom({ ...initialSession(), ...work })
    if (!state) return undefined
    const { phone, refNo, prepareOrderResponse } = state
    const path = work.path === paths.doKyc ? paths.doKyc : paths.dashboard
    return { phone, refNo, prepareOrderResponse, path }
  } catch {
    return undefined
  }
}
