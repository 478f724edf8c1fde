import { expect, test } from 'vitest'

import { ownPath, paths } from './paths.ts'

test('[NAV-10] [rule 21] returnTo leads to a screen of ours, and to the dashboard when it names none', () => {
  expect(ownPath('/kyc-list')).toBe(paths.kycList)
  for (const foreign of [
    undefined,
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    '/nope',
  ])
    expect(ownPath(foreign)).toBe(paths.dashboard)
})
