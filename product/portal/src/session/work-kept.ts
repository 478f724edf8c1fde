import { keepForLogIn } from './for-log-in.ts'
import { currentPath } from '@ekyc/ui/browser/location.ts'
import type { Path } from './paths.ts'
import type { SessionState } from './session-state.ts'
import { useSession } from './session.ts'

/**
 * The open KYC of a session that ended without a log-out. The same agent's next log-in in this tab continues the KYC.
 * The next log-in by any agent deletes the stored KYC.
 */
export type Work = Pick<SessionState, 'phone' | 'refNo' | 'prepareOrderResponse'> & { path: Path }

export const keptWork = 'kept-work'

export function keepWork(): void {
  const { phone, refNo, prepareOrderResponse, kycVal, retryKycLock } = useSession.getState()
  // This function may run twice at the end of a session. The second time, the session slice is already empty.
  if (phone === '') return
  keepForLogIn({ mobile: phone })
  const isOpen = kycVal === null || retryKycLock === 'true'
  const work = { phone, refNo: isOpen ? refNo : '', prepareOrderResponse, path: currentPath() }
  try {
    sessionStorage.setItem(keptWork, JSON.stringify(work))
  } catch {
    // Without storage, the agent must type the reference again.
  }
}
