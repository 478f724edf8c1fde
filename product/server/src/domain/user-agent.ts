/** The browser and system of a request, by their common names; '' if the request lacks them. They grant nothing. */
export type UserAgent = { browser: string; os: string }

/**
 * Reads the `device` object of a request. A caller may write anything there, so any text except a known name becomes
 * ''.
 */
export function readUserAgent(device: unknown): UserAgent {
  const { browser, os } = (device ?? {}) as Record<string, unknown>
  const system = nameIn(os)
  return { browser: nameIn(browser), os: systems[system.toUpperCase()] ?? system }
}

/** Returns 'Chrome on Windows'; '' if both are unknown. */
export function nameOf({ browser, os }: UserAgent): string {
  return [browser, os].filter(Boolean).join(' on ')
}

/** The portal's names of systems (product.md). */
const systems: Record<string, string> = {
  WINDOWS: 'Windows',
  MACOS: 'macOS',
  LINUX: 'Linux',
  ANDROID: 'Android',
  IOS: 'iOS',
}

function nameIn(value: unknown): string {
  return typeof value === 'string' && /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,31}$/u.test(value) ? value.trim() : ''
}
