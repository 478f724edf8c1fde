import { createHash } from 'node:crypto'

import { readPidTimestamp } from './india-time.ts'
import type { Auth } from './read-auth.ts'
import { authenticationRefusal } from './refusal.ts'

/** A check that refuses a PID block that is too old (561), from the future (562) or a replay (563). */
export type Freshness = { check(ts: string, auth: Pick<Auth, 'skey' | 'hmac'>): void }

export function createFreshness(now: () => Date): Freshness {
  const seen = new Map<string, number>()
  return {
    check(ts, auth) {
      const takenAt = readPidTimestamp(ts)
      if (!takenAt) throw authenticationRefusal('511')
      const age = now().getTime() - takenAt.getTime()
      if (age > oldestMs) throw authenticationRefusal('561')
      if (age < -aheadMs) throw authenticationRefusal('562')
      forgetExpired(seen, now().getTime())
      const print = createHash('sha256')
        .update(auth.skey ?? '')
        .update(auth.hmac ?? '')
        .digest('base64')
      if (seen.has(print)) throw authenticationRefusal('563')
      seen.set(print, now().getTime() + oldestMs + aheadMs)
    },
  }
}

const oldestMs = 24 * 3_600_000
const aheadMs = 2 * 60_000

/** `seen` is in order of arrival, so a fresh block ends the loop. */
function forgetExpired(seen: Map<string, number>, now: number): void {
  for (const [print, until] of seen) {
    if (until > now) return
    seen.delete(print)
  }
}
