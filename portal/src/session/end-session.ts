import { clearAccessToken } from './access-token.ts'
import { go } from './navigation.ts'
import { forgetLogIn } from './newest-log-in.ts'
import { setNotice } from './notice.ts'
import { paths } from './paths.ts'
import { resetSession } from './session.ts'

/** Ends what this browser holds of a session: the slice and the cookie. */
export function clearSession(): void {
  clearAccessToken()
  forgetLogIn()
  resetSession()
}

/** Ends the session and says why on the log-in screen. */
export function endSession(reason: string): void {
  clearSession()
  leave(reason)
}

/** Ends what this tab holds of a session, and lets stand what another tab has begun since. */
export function endInThisTab(reason: string): void {
  resetSession()
  leave(reason)
}

function leave(reason: string): void {
  setNotice(reason)
  go(paths.home, { replace: true })
}
