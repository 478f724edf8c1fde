import { expect, test } from 'vitest'

import { deviceOrigins, pagePolicy } from './security-headers.ts'

const connectSource = (policy: string) =>
  policy
    .split('; ')
    .find(directive => directive.startsWith('connect-src'))
    ?.split(' ')
    .slice(1)

test('[API-15] a page may call its own server and the ports of device services, and the brand’s address look-up if there is one elsewhere', () => {
  const inside = { scripts: [], styles: [] }
  expect(connectSource(pagePolicy({ ...inside, lookup: '' }))).toEqual(["'self'", ...deviceOrigins])
  expect(connectSource(pagePolicy({ ...inside, lookup: 'https://address.example' }))).toEqual([
    "'self'",
    ...deviceOrigins,
    'https://address.example',
  ])
})
