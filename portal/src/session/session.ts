import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { initialSession, type SessionState } from './session-state.ts'
import { sessionStorageOf } from './session-storage.ts'

/**
 * The one session slice (product.md section 3). It is restored synchronously when this module is loaded, so that no
 * guard ever judges by initial values that were about to be replaced.
 */
export const useSession = create<SessionState>()(
  persist((): SessionState => initialSession(), {
    name: 'persist:root',
    version: 1,
    storage: sessionStorageOf(() => window.sessionStorage),
  }),
)

export function setSession(patch: Partial<SessionState>): void {
  useSession.setState(patch)
}

/** Returns every field to its initial value. */
export function resetSession(): void {
  useSession.setState(initialSession(), true)
}
