import type { Answer } from '../command.ts'

/** The sentence on one agent that something was done to, or needed not be done. */
export function said<T extends { mobile: string; changed: boolean; sessionsEnded?: number }>(
  result: T,
  now: string,
  already: string,
): Answer {
  const ended = result.sessionsEnded ? ` Sessions ended: ${result.sessionsEnded}.` : ''
  return { text: `${result.mobile} ${result.changed ? now : already}.${ended}`, data: result }
}
