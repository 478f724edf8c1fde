/** The names of a request's browser and operating system, or '' if missing. No right depends on these names. */
export type UserAgent = { browser: string; os: string }

/**
 * Reads the `device` object of a request. A caller may write anything there, so a text that does not look like a name
 * becomes ''.
 */
export function readUserAgent(device: unknown): UserAgent {
  const { browser, os } = (device ?? {}) as Record<string, unknown>
  const system = nameIn(os)
  return { browser: nameIn(browser), os: systems[system.toUpperCase()] ?? system }
}

export function nameOf({ browser, os }: UserAgent): string {
  return [browser, os].filter(Boolean).join(' on ')
}

/** The names of operating systems that the portal shows (product.md). */
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
