import { currentPath } from '@ekyc/ui/browser/location.ts'

let newest = 0

/**
 * Registers the start of a call to the server. The returned function tells whether the call's answer is still wanted.
 * The answer is unwanted after the agent has left the screen or started another call, perhaps for another mobile.
 */
export function noteQuestion(): () => boolean {
  const number = ++newest
  const askedAt = currentPath()
  return () => number === newest && askedAt === currentPath()
}
