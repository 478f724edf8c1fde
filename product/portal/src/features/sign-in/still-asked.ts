import { currentPath } from '../../session/location.ts'

let newest = 0

/**
 * Notes a question to the server at its start. The returned function tells whether its answer still counts: not after
 * the agent has left the screen or asked anew, maybe for another number.
 */
export function noteQuestion(): () => boolean {
  const number = ++newest
  const askedAt = currentPath()
  return () => number === newest && askedAt === currentPath()
}
