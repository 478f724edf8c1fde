import { clearAccessToken } from './access-token.ts'
import { go } from './navigation.ts'
import { setNotice } from './notice.ts'
import { paths } from './paths.ts'
import { resetSession } from './session.ts'

/** Ends what this browser holds of a session: the slice and the cookie. */
export function clearSession(): void {
  clearAccessToken()
  resetSession()
}

/** Ends the session and says why on the log-in screen. */
export function endSession(reason: string): void {
  clearSession()
  setNotice(reason)
  go(paths.home, { replace: true })
}
