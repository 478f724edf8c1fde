import { create } from 'zustand'

import { initialSession, type SessionState } from './session-state.ts'
import { restoreSession, saveSession } from './session-storage.ts'

/**
 * The one session slice (product.md section 3), kept in sessionStorage at `persist:root`. It is restored while this
 * module loads, so that no guard ever judges by initial values that were about to be replaced.
 */
export const useSession = create<SessionState>(() => restoreSession() ?? initialSession())

useSession.subscribe(saveSession)

export function setSession(patch: Partial<SessionState>): void {
  useSession.setState(patch)
}

/** Returns every field to its initial value. */
export function resetSession(): void {
  useSession.setState(initialSession(), true)
}
