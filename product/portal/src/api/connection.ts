import { create } from 'zustand'

/** True while the last call reached the server: any answer counts, a broken connection or a time-out does not. */
export const useIsConnected = create<boolean>(() => true)

export function setConnected(isConnected: boolean): void {
  useIsConnected.setState(isConnected, true)
}
