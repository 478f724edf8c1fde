const deviceHosts = ['http://127.0.0.1', 'https://127.0.0.1', 'https://localhost']
const devicePorts = Array.from({ length: 21 }, (_, index) => 11_100 + index)

/** Every origin of a device service (decisions.md section 4), one by one, because a policy has no port ranges. */
const deviceOrigins = deviceHosts.flatMap(host => devicePorts.map(port => `${host}:${port}`))

/**
 * Returns the headers of every answer, including errors. A page's own policy replaces this one, which allows nothing.
 */
export function securityHeaders(options: { overHttps: boolean }): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'permissions-policy':
      'loopback-network=(self), local-network-access=(self), camera=(self), microphone=(), geolocation=()',
    ...(options.overHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/**
 * Writes the policy inside a portal page. The browser enforces it together with the header's policy. The list of the
 * device services' ports is long, and pages are compressed, unlike their headers (decision record 0062).
 * @param lookup the origin of an external address look-up (branding), else ''
 */
export function policyInside(lookup: string): string {
  return connectSource(deviceOrigins, lookup)
}

/**
 * Writes the content security policy of a portal page.
 * @param inside scripts, styles: 'sha256-…' of the inline ones
 * @param inside lookup: the origin of an external address look-up (branding), else ''
 * @param inside hasFont: the bank has a font of its own (branding)
 */
export function pagePolicy(inside: {
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
    "worker-src 'self'",
    connectSource(
      deviceHosts.map(host => `${host}:*`),
      inside.lookup,
    ),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // This Trusted Types policy names the service worker's address (product/portal/src/app/keep-shell.ts).
    'trusted-types shell-worker',
  ].join('; ')
}

function connectSource(origins: string[], lookup: string): string {
  return ['connect-src', "'self'", ...origins, lookup].join(' ').trim()
}
