/**
 * Tabs share the token's cookie, but each has its own slice. The newest log-in stores its warning time here: a tab
 * with another one belongs to an older session, whatever the cookie holds.
 */
export const newestLogIn = 'session.warningTime'

export function noteLogIn(warningTime: number): void {
  try {
    localStorage.setItem(newestLogIn, String(warningTime))
  } catch {
    // Without storage only the server's 403 tells the tabs apart.
  }
}

export function forgetLogIn(): void {
  try {
    localStorage.removeItem(newestLogIn)
  } catch {
    // Without storage there is nothing to remove.
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
