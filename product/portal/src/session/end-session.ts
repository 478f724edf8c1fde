import { clearSession } from './clear-session.ts'
import { keepForLogIn } from './for-log-in.ts'
import { go } from './navigation.ts'
import { paths } from './paths.ts'
import { resetSession } from './session.ts'

export function endSession(reason?: () => string): void {
  clearSession()
  leave(reason)
}

/** Ends this tab's session and keeps a newer session of another tab. */
export function endInThisTab(reason?: () => string): void {
  resetSession()
  leave(reason)
}

function leave(reason?: () => string): void {
  keepForLogIn({ notice: reason?.() })
  go(paths.home, { replace: true })
}
