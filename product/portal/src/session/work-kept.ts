import { currentPath } from '@ekyc/ui/browser/location.ts'
import { storedText } from '@ekyc/ui/browser/stored-text.ts'
import { isRecord } from '@ekyc/contract/is-record'

import { keepForLogIn } from './for-log-in.ts'
import { type Path, paths } from './navigation.ts'
import { type SessionState, initialSession } from './session-state.ts'
import { useSession } from './session.ts'
import { sessionFrom } from './session-storage.ts'

/** The open KYC of a session that ended without a log-out, for the same agent's next log-in in this tab. */
const kept = storedText('sessionStorage', 'kept-work')

export function keepWork(): void {
  const { phone, refNo, prepareOrderResponse, kycVal, retryKycLock } = useSession.getState()
  // This function may run twice at the end of a session. The second time, the session slice is already empty.
  if (phone === '') return
  keepForLogIn({ mobile: phone })
  const isOpen = kycVal === null || retryKycLock === 'true'
  const work = { phone, refNo: isOpen ? refNo : '', prepareOrderResponse, path: currentPath() }
  kept.write(JSON.stringify(work))
}

export function takeWork(phone: string): { path: Path; fields: Partial<SessionState> } {
  const work = kept.json()
  kept.forget()
  const state = isRecord(work) && sessionFrom({ ...initialSession(), ...work })
  if (!state || state.phone !== phone) return { path: paths.dashboard, fields: {} }
  const { refNo, prepareOrderResponse } = state
  const path = work['path'] === paths.doKyc ? paths.doKyc : paths.dashboard
  return { path, fields: { phone, refNo, prepareOrderResponse } }
}
