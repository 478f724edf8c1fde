import { create } from 'zustand'
import type { ConsentLanguage } from '@ekyc/contract/consent'

import { initialSession, type SessionState } from './session-state.ts'
import { restoreSession, saveSession } from './session-storage.ts'

/**
 * The only session slice (product.md section 3), which sessionStorage keeps as `persist:root`. This module restores the
 * slice while the module loads, before any guard reads the slice.
 */
export const useSession = create<SessionState>(() => restoreSession() ?? initialSession())

useSession.subscribe(saveSession)

export function setSession(patch: Partial<SessionState>): void {
  useSession.setState(patch)
}

export function resetSession(): void {
  useSession.setState(initialSession(), true)
  useMemory.setState(emptyMemory(), true)
}

/** The page that the frame marks as active (product.md section 2 calls it 'the current view'). */
type View = 'dashboard' | 'profile' | 'security' | ''

function emptyMemory() {
  return {
    view: '' as View,
    /** The reference that the portal checks when the server is reachable; '' without one. */
    waitingReference: '',
    /**
     * The language that the agent chose for a customer. It stays for the next customers, because most customers of one
     * counter speak the same language.
     */
    customerLanguage: undefined as ConsentLanguage | undefined,
    /** The last scanner's certificate. The page warns before a scan if it has expired or ends soon. */
    scannerCertificate: '',
    /** The id of the order whose capture was deleted when the agent left the Do KYC screen. */
    leftCaptureOf: undefined as string | undefined,
    /** The reason why the portal sent the agent to /otp. */
    notice: undefined as (() => string) | undefined,
  }
}

/** The memory holds what the portal knows of the agent and the customer in no storage. It ends with the session. */
export const useMemory = create(emptyMemory)

export function remember(patch: Partial<ReturnType<typeof emptyMemory>>): void {
  useMemory.setState(patch)
}
