/**
 * All tabs share the token's cookie, but each has its own slice. The newest log-in stores its warning time here. A tab
 * whose warning time differs belongs to an older session, even though the cookie holds the new token.
 */
export const newestLogIn = 'session.warningTime'
/** No session has this warning time: each open tab belongs to an older one. */
export const logInOpened = 0

export function noteLogIn(warningTime: number): void {
  try {
    localStorage.setItem(newestLogIn, String(warningTime))
  } catch {
    // Without storage, only the server's 403 shows that a tab has an older session.
  }
}

export function forgetLogIn(): void {
  try {
    localStorage.removeItem(newestLogIn)
  } catch {
    // Without storage there is no entry to delete.
  }
}
