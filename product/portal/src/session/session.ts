import { create } from 'zustand'

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
}
