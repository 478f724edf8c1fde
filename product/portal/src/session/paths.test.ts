import { expect, test } from 'vitest'

import { ownPath, paths } from './paths.ts'

test('[NAV-10] [rule 21] returnTo leads to a screen of the portal, and to the dashboard when it names none', () => {
  expect(ownPath('/kyc-list')).toBe(paths.kycList)
  for (const foreign of [
    undefined,
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,hello',
    '%2F%2Fevil.example',
    '/%2e%2e//evil.example',
    '/dashboard@evil.example',
    '/dashboard\n',
    '\t/kyc-list',
    '\u0000/kyc-list',
    '__proto__',
    '/api/v1/address',
    '/nope',
  ])
    expect(ownPath(foreign)).toBe(paths.dashboard)
})
