import { storedText } from '@ekyc/ui/browser/stored-text.ts'

/** Scripts can read this cookie (decisions.md section 3). It authorises nothing: the server reads the header alone. */
const name = 'access_token'

export function readAccessToken(): string | undefined {
  const entry = document.cookie.split('; ').find(cookie => cookie.startsWith(`${name}=`))
  const value = entry?.slice(name.length + 1)
  return value ? decodeURIComponent(value) : undefined
}

export function storeAccessToken(token: string, expiresInMs: number): void {
  const expires = new Date(Date.now() + expiresInMs).toUTCString()
  document.cookie = `${name}=${encodeURIComponent(token)}; expires=${expires}; ${attributes()}`
}

export function clearAccessToken(): void {
  document.cookie = `${name}=; expires=${new Date(0).toUTCString()}; ${attributes()}`
}

function attributes(): string {
  return `Path=/; SameSite=Strict${window.location.protocol === 'https:' ? '; Secure' : ''}`
}

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
