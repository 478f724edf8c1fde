import { clearAccessToken, readAccessToken } from './access-token.ts'
import { forgetSessionKey } from './forget-session-key.ts'
import { forgetLogIn, logInOpened, noteLogIn } from './newest-log-in.ts'
import { resetSession } from './session.ts'

/** Deletes the session slice, the cookie and the session's key. */
export function clearSession(): void {
  forgetLogIn()
  deleteSession()
}

/** Deletes the same, and lets the other tabs say that the log-in was opened here. */
export function clearForLogIn(): void {
  // The mark comes first: a tab that misses the cookie looks for it.
  if (readAccessToken() !== undefined) noteLogIn(logInOpened)
  deleteSession()
}

function deleteSession(): void {
  clearAccessToken()
  forgetSessionKey()
  resetSession()
}
