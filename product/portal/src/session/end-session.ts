import { keepForLogIn } from './for-log-in.ts'
import { go, paths } from './navigation.ts'
import { resetSession } from './session.ts'
import { clearAccessToken } from './access-token.ts'
import { forgetLogIn } from './newest-log-in.ts'
import { forgetSessionKey } from './session-key.ts'

export function endSession(reason?: () => string): void {
  clearSession()
  leave(reason)
}

export function endInThisTab(reason?: () => string): void {
  resetSession()
  leave(reason)
}

function leave(reason?: () => string): void {
  keepForLogIn({ notice: reason?.() })
  go(paths.home, { replace: true })
}

export function clearSession(): void {
  forgetLogIn()
  clearAccessToken()
  forgetSessionKey()
  resetSession()
}
