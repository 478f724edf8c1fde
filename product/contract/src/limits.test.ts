import { expect, test } from 'vitest'

import * as limits from './limits.ts'

test('the numbers of product.md section 9 and of decisions.md, typed out', () => {
  expect({ ...limits }).toMatchObject({
    mobileLength: 10,
    otpLength: 6,
    passwordMinLength: 8,
    passwordMaxLength: 64,
    sessionLifeMs: 600_000_000,
    sessionWarningMs: 300_000,
    resendWaitSeconds: 60,
    ordersPerPage: 5,
    pagerRange: 5,
    recentOrders: 3,
    captureTimeoutMs: 20_000,
    captureMaxAgeMs: 600_000,
    clockToleranceMs: 300_000,
    requiredServiceVersion: 'v1.2.8',
  })
})

test('a score that refuses a scan is below the one that advises another', () => {
  expect(limits.captureQuality.refuse).toBeLessThan(limits.captureQuality.advise)
})
