const deviceHosts = ['http://127.0.0.1', 'https://127.0.0.1', 'https://localhost']
const devicePorts = Array.from({ length: 21 }, (_, index) => 11_100 + index)

/** All origins that a device service can have (decisions.md section 4). A security policy cannot have a port range. */
const deviceOrigins = deviceHosts.flatMap(host => devicePorts.map(port => `${host}:${port}`))

/** Errors have them too. A page replaces the content security policy, which allows nothing, by its own. */
export function securityHeaders(options: { overHttps: boolean }): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'permissions-policy':
      'loopback-network=(self), local-network-access=(self), camera=(), microphone=(), geolocation=()',
    ...(options.overHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/**
 * The browser enforces this policy together with the one in the header. The long list of the device services' ports is
 * in the page, because pages are compressed and headers are not (decision record 0048).
 * @param lookup the origin of the external address look-up (branding), or '' without one
 */
export function contentPolicyInPage(lookup: string): string {
  return connectSource(deviceOrigins, lookup)
}

/** `scripts` and `styles` are the 'sha256-…' sources of what is inline. */
export function contentPolicyHeader(inside: {
  scripts: string[]
  styles: string[]
  lookup: string
  hasFont: boolean
}): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...inside.scripts].join(' '),
    ['style-src', "'self'", ...inside.styles].join(' '),
    "img-src 'self' data:",
    ...(inside.hasFont ? ["font-src 'self'"] : []),
    "manifest-src 'self'",
    "worker-src 'none'",
    connectSource(
      deviceHosts.map(host => `${host}:*`),
      inside.lookup,
    ),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function connectSource(origins: string[], lookup: string): string {
  return ['connect-src', "'self'", ...origins, lookup].join(' ').trim()
}
