import { create } from 'zustand'
import type { ConsentLanguage } from '@ekyc/contract/consent'

import { initialSession, type SessionState } from './session-state.ts'
import { restoreSession, saveSession } from './session-storage.ts'

/** Restored while the module loads, before any guard reads it (product.md section 3). */
export const useSession = create<SessionState>(() => restoreSession() ?? initialSession())

useSession.subscribe(saveSession)

export function setSession(patch: Partial<SessionState>): void {
  useSession.setState(patch)
}

export function resetSession(): void {
  useSession.setState(initialSession(), true)
  useMemory.setState(emptyMemory(), true)
}

function emptyMemory() {
  return {
    view: '' as 'dashboard' | 'profile' | 'security' | '',
    /** The reference that the portal checks when the server is reachable; '' without one. */
    waitingReference: '',
    /** The language stays for the next customers, because most customers of one counter speak the same. */
    customerLanguage: undefined as ConsentLanguage | undefined,
    /** The last scanner's certificate. The page warns before a scan if it has expired or ends soon. */
    scannerCertificate: '',
    leftCaptureOf: undefined as string | undefined,
    notice: undefined as (() => string) | undefined,
  }
}

/** The memory holds what the portal knows of the agent and the customer in no storage. It ends with the session. */
export const useMemory = create(emptyMemory)

export function remember(patch: Partial<ReturnType<typeof emptyMemory>>): void {
  useMemory.setState(patch)
}
