import { expect, test } from 'vitest'

import { ownPath, paths } from './navigation.ts'

test('[NAV-10] [rule 21] returnTo leads to a screen of the portal, and to the dashboard when it names none', () => {
  expect(ownPath('/kyc-list')).toBe(paths.kycList)
  for (const foreign of [
    undefined,
    '',
    'https://evil.example/',
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/%2e%2e//evil.example',
    '/dashboard@evil.example',
    '\t/kyc-list',
    '/api/v1/address',
    '/nope',
  ])
    expect(ownPath(foreign)).toBe(paths.dashboard)
})
