import { clearAccessToken } from './access-token.ts'
import { forgetSessionKey } from './forget-session-key.ts'
import { forgetLogIn } from './newest-log-in.ts'
import { resetSession } from './session.ts'

export function clearSession(): void {
  forgetLogIn()
  clearAccessToken()
  forgetSessionKey()
  resetSession()
}
