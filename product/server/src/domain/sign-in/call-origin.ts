import type { Policy } from '../policy.ts'

/** The origin of a call, for throttles and the audit trail. An origin grants no rights. */
export type CallOrigin = {
  /** The caller's address, from the socket or a trusted proxy. */
  address: string
  /** The network to which limits apply: an IPv4 address, or an IPv6 /64. */
  network: string
  /** The IPv4 /24 or IPv6 /48 around `network`, whose limits are `widerNetworkFold` times as high. */
  widerNetwork: string
  /** The device, known by its signed cookie, from which the phone of this call has logged in before. */
  device: string | undefined
  userAgent: UserAgent
  requestId: string | undefined
  traceId: string | undefined
}

export function networksOf({
  network,
  widerNetwork,
}: Pick<CallOrigin, 'network' | 'widerNetwork'>): string[] {
  return network === widerNetwork ? [network] : [network, widerNetwork]
}

export function networkLimits(
  origin: Pick<CallOrigin, 'network' | 'widerNetwork'>,
  limit: number,
  { widerNetworkFold }: Policy,
): [network: string, limit: number][] {
  return networksOf(origin).map((network, index) => [network, limit * widerNetworkFold ** index])
}

/** The most trusted one first. */
export function requestersOf({ device, network }: CallOrigin): string[] {
  return device === undefined ? [network] : [device, network]
}

/** The names of a request's browser and operating system, or '' if missing. No right depends on these names. */
type UserAgent = { browser: string; os: string }

/** A caller may write anything in `device`, so a text that does not look like a name becomes ''. */
export function readUserAgent(device: unknown): UserAgent {
  const { browser, os } = (device ?? {}) as Record<string, unknown>
  const system = nameIn(os)
  return { browser: nameIn(browser), os: systems[system.toUpperCase()] ?? system }
}

export function userAgentName({ browser, os }: UserAgent): string {
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
