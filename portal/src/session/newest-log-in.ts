/**
 * Tabs share the token's cookie and each has a slice of its own. So the newest log-in leaves its warning time here: a
 * tab that was signed in by another one is over, whatever the cookie holds by now.
 */
export const newestLogIn = 'session.warningTime'

export function noteLogIn(warningTime: number): void {
  try {
    localStorage.setItem(newestLogIn, String(warningTime))
  } catch {
    // A browser that keeps nothing tells tabs apart by the server's 403 alone.
  }
}

export function forgetLogIn(): void {
  try {
    localStorage.removeItem(newestLogIn)
  } catch {
    // Nothing was kept.
  }
}

export function isNewestLogIn(warningTime: number): boolean {
  try {
    const newest = localStorage.getItem(newestLogIn)
    return newest === null || newest === String(warningTime)
  } catch {
    return true
  }
}
