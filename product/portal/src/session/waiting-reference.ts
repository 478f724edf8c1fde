import { create } from 'zustand'

/** The reference that the portal checks when the server is reachable; '' without one. It is kept only in memory. */
export const useWaitingReference = create<string>(() => '')

export function setWaitingReference(reference: string): void {
  useWaitingReference.setState(reference, true)
}
