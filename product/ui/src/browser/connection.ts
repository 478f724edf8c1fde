import { onlineManager } from '@tanstack/react-query'
import { create } from 'zustand'

/**
 * True if the last call reached the server. Any answer shows that the server was reached. A broken connection or a
 * time-out sets this value to false.
 */
export const useIsConnected = create<boolean>(() => true)

export function setConnected(isConnected: boolean): void {
  useIsConnected.setState(isConnected, true)
  onlineManager.setOnline(isConnected)
}
