import { create } from 'zustand'

/** The reference that the portal checks as soon as the server is reachable; '' without one. It lives only in memory. */
export const useWaitingReference = create<string>(() => '')

export function setWaitingReference(reference: string): void {
  useWaitingReference.setState(reference, true)
}
