import { clearAccessToken, readAccessToken } from './access-token.ts'
import { forgetSessionKey } from './forget-session-key.ts'
import { forgetLogIn, logInOpened, noteLogIn } from './newest-log-in.ts'
import { resetSession } from './session.ts'

/** Deletes the session slice, the cookie and the session's key. */
export function clearSession(): void {
  forgetLogIn()
  deleteSession()
}

/** Deletes the session, and notes in storage that this tab opened the log-in, so that other tabs can tell the agent. */
export function clearForLogIn(): void {
  // The note comes before the deletion, because a tab that misses the cookie looks for the note.
  if (readAccessToken() !== undefined) noteLogIn(logInOpened)
  deleteSession()
}

function deleteSession(): void {
  clearAccessToken()
  forgetSessionKey()
  resetSession()
}
