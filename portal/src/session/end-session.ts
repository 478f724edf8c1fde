import { clearAccessToken } from './access-token.ts'
import { go } from './navigation.ts'
import { forgetLogIn } from './newest-log-in.ts'
import { setNotice } from './notice.ts'
import { paths } from './paths.ts'
import { resetSession } from './session.ts'

/** Clears the session slice and the cookie. */
export function clearSession(): void {
  clearAccessToken()
  forgetLogIn()
  resetSession()
}

/** Ends the session and shows the reason on the log-in screen. */
export function endSession(reason: string): void {
  clearSession()
  leave(reason)
}

/** Ends this tab's session and keeps a newer session of another tab. */
export function endInThisTab(reason: string): void {
  resetSession()
  leave(reason)
}

function leave(reason: string): void {
  setNotice(reason)
  go(paths.home, { replace: true })
}
