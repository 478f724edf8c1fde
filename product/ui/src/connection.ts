import { create } from 'zustand'

/**
 * True if the last call reached the server. Any answer counts as reached; a broken connection or a time-out does not.
 */
export const useIsConnected = create<boolean>(() => true)

export function setConnected(isConnected: boolean): void {
  useIsConnected.setState(isConnected, true)
}
