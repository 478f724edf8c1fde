import { clearAccessToken, readAccessToken } from './access-token.ts'
import { forgetSessionKey } from './forget-session-key.ts'
import { forgetLogIn, logInOpened, noteLogIn } from './newest-log-in.ts'
import { resetSession } from './session.ts'

export function clearSession(): void {
  forgetLogIn()
  deleteSession()
}

/** Deletes the session. If it exists, first notes in storage that the log-in opened, for the agent's other tabs. */
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
