import { expect, test } from 'vitest'

import { defaultPolicy } from './policy.ts'
import { orderRetentionYears, yearsBefore } from './calendar.ts'

test('orders are kept as long as the audit rows of an authentication, at hand and in the archive', () => {
  expect(orderRetentionYears({ ...defaultPolicy, auditOnlineYears: 3, auditArchivedYears: 6 })).toBe(9)
})

test.each([
  ['2027-03-10T06:30:00.123Z', 2, '2025-03-10T06:30:00.123Z'],
  ['2028-02-29T12:00:00.000Z', 1, '2027-03-01T12:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', 4, '2024-02-29T12:00:00.000Z'],
])('%s less %i years is %s', (at, years, before) => {
  const given = new Date(at)
  expect(yearsBefore(given, years)).toEqual(new Date(before))
  expect(given).toEqual(new Date(at))
})
