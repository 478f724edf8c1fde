import { afterEach, expect, test, vi } from 'vitest'

import { clearAccessToken, readAccessToken, storeAccessToken } from './access-token.ts'

afterEach(() => {
  vi.restoreAllMocks()
  clearAccessToken()
})

test('[SES-1] the token is stored for its lifetime, in a cookie of this site and every path', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T00:00:00.000Z'))
  storeAccessToken('a token; with signs', 600_000_000)
  expect(written).toHaveBeenCalledWith(
    'access_token=a%20token%3B%20with%20signs; expires=Fri, 27 Nov 2026 22:40:00 GMT; Path=/; SameSite=Strict',
  )
})

test('the stored token is read until it is cleared', () => {
  expect(readAccessToken()).toBeUndefined()
  storeAccessToken('a token; with signs', 600_000_000)
  expect(readAccessToken()).toBe('a token; with signs')
  clearAccessToken()
  expect(readAccessToken()).toBeUndefined()
})
