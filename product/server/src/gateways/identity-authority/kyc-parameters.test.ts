import { expect, test } from 'vitest'

import { kycParameters, wadhOf } from './build-request.ts'

test.each([
  [
    { ver: '2.5', ra: 'F', rc: 'Y', lr: 'N', de: 'N', pfr: 'N' },
    'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc=',
  ],
  [
    { ver: '2.1', ra: 'F', rc: 'Y', lr: 'N', de: 'N', pfr: 'N' },
    'rhVuL7SnJi2W2UmsyukVqY7c93JWyL9O/kVKgdNMfv8=',
  ],
  [
    { ver: '2.5', ra: 'F', rc: 'Y', lr: 'N', de: 'Y', pfr: 'N' },
    'ug4Mgdu5YCrHhkN4VdetbAtc2eq+VKhr08oE7YX0Z44=',
  ],
])('wadh of %o is the constant that real clients send', (parameters, wadh) => {
  expect(wadhOf(parameters)).toBe(wadh)
})

test('[KYC-2] our requests carry the wadh of the reference check', () => {
  expect(wadhOf(kycParameters)).toBe('E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc=')
})
