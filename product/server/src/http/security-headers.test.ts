import { expect, test } from 'vitest'

import { contentPolicyHeader, contentPolicyInPage } from './security-headers.ts'

const ports = Array.from({ length: 21 }, (_, index) => 11_100 + index)
const deviceOrigins = ['http://127.0.0.1', 'https://127.0.0.1', 'https://localhost'].flatMap(host =>
  ports.map(port => `${host}:${port}`),
)
const everyPort = ['http://127.0.0.1:*', 'https://127.0.0.1:*', 'https://localhost:*']

test.each([
  ['', []],
  ['https://address.example', ['https://address.example']],
])(
  '[API-15] with the look-up "%s" a page may call its own server and the ports of device services, and its header names no port',
  (lookup, others) => {
    expect(contentPolicyInPage(lookup)).toBe(['connect-src', "'self'", ...deviceOrigins, ...others].join(' '))
    expect(contentPolicyHeader({ scripts: [], styles: [], lookup, hasFont: false }).split('; ')).toContain(
      ['connect-src', "'self'", ...everyPort, ...others].join(' '),
    )
  },
)
