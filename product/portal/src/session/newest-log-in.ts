/**
 * The storage key of the newest log-in's warning time. All tabs share the token's cookie, but each tab has its own
 * session slice. A tab with a different warning time belongs to an older session, even though the cookie contains the
 * new token.
 */
const newestLogIn = 'session.warningTime'
/** A warning time that no session has. With this time in storage, every open tab belongs to an older session. */
export const logInOpened = 0

export function noteLogIn(warningTime: number): void {
  try {
    localStorage.setItem(newestLogIn, String(warningTime))
  } catch {
    // Without storage, only the server's 403 shows that another agent has logged in.
  }
}

export function forgetLogIn(): void {
  try {
    localStorage.removeItem(newestLogIn)
  } catch {
    // Without storage there is no entry to delete.
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
