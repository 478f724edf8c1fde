import { storedText } from '@ekyc/ui/browser/stored-text.ts'

/** Tabs share the token's cookie: a tab with another warning time than this belongs to an older session. */
const newest = storedText('localStorage', 'session.warningTime')
/** A warning time that no session has. With this time in storage, every open tab belongs to an older session. */
export const logInOpened = 0

export function noteLogIn(warningTime: number): void {
  newest.write(String(warningTime))
}

export function forgetLogIn(): void {
  newest.forget()
}

/** Without storage, only the server's 403 shows that another agent has logged in. */
export function isNewestLogIn(warningTime: number): boolean {
  const own = String(warningTime)
  return (newest.read() ?? own) === own
}
