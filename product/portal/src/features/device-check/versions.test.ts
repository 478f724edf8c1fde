import { expect, test } from 'vitest'

import { compareVersions } from './device-check-page.tsx'

test.each([
  ['1.2.8', 'v1.2.8', 0],
  ['v1.2.10', 'v1.2.8', 1],
  ['1.2.7', 'v1.2.8', -1],
  ['1.10', '1.9.9', 1],
  ['2', 'v1.2.8', 1],
  ['1.2', 'v1.2.8', -1],
  ['1.2.8.0', '1.2.8', 0],
  ['1.2.8-beta', '1.2.8', 0],
])('[KYC-14] %s against %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b) ?? Number.NaN)).toBe(sign)
})

test.each(['', 'latest', 'v', '.1'])('[KYC-14] “%s” is not a version', text => {
  expect(compareVersions(text, 'v1.2.8')).toBeUndefined()
})
