import { create } from 'zustand'

/** The reference to check as soon as the server is reachable; '' without one. It lives in memory only. */
export const useWaitingReference = create<string>(() => '')

export function setWaitingReference(reference: string): void {
  useWaitingReference.setState(reference, true)
}
