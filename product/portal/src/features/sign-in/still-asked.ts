import { currentPath } from '@ekyc/ui/location.ts'

let newest = 0

/**
 * Registers a question to the server at its start. The returned function tells whether the answer still counts. It does
 * not count after the agent has left the screen or asked again, maybe for another number.
 */
export function noteQuestion(): () => boolean {
  const number = ++newest
  const askedAt = currentPath()
  return () => number === newest && askedAt === currentPath()
}
