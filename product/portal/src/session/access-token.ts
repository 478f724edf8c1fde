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
