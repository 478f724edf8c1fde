import type { Privilege } from '@ekyc/contract/words'

import type { SessionState } from '../session/session-state.ts'
import type { SorryAbout } from './fallback-screen.tsx'

/**
 * The condition on which the portal shows a screen. It only decides what the portal shows; the server authorises each
 * call by the token alone.
 */
export type Access = 'anybody' | 'login-lock' | SignedIn

/** A screen for signed-in agents. If `privilege` is absent, every signed-in agent may see the screen. */
type SignedIn = { privilege?: Privilege; sorry?: SorryAbout }

export type Verdict =
  | { kind: 'allowed' }
  | { kind: 'fallback' }
  /** The signed-in agent lacks the privilege; the screen has its own sentence for this case. */
  | { kind: 'sorry'; about: SorryAbout }
  /** The signed-in agent lacks the privilege; the fallback shows with the Access Denied dialog. */
  | { kind: 'denied' }

export type Locks = Pick<SessionState, 'loginLock' | 'dashboardLock' | 'allPrevielages'>

/** Decides whether a screen shows, by product.md section 2 (route access rules) and decisions.md section 4. */
export function judge(access: Access, locks: Locks): Verdict {
  if (access === 'anybody') return { kind: 'allowed' }
  if (access === 'login-lock') return { kind: locks.loginLock === 'true' ? 'allowed' : 'fallback' }
  if (locks.dashboardLock !== 'true') return { kind: 'fallback' }
  const { privilege } = access
  if (!privilege || locks.allPrevielages.includes(privilege)) return { kind: 'allowed' }
  return access.sorry === undefined ? { kind: 'denied' } : { kind: 'sorry', about: access.sorry }
}
