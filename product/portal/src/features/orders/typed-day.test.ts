import { expect, test } from 'vitest'

import { typedDay } from './typed-day.ts'

test.each([
  ['01-11-2026', '2026-11-01'],
  [' 1/2/2026 ', '2026-02-01'],
  ['29.02.2028', '2028-02-29'],
  ['31102026', '2026-10-31'],
  ['', ''],
  ['31-02-2026', undefined],
  ['29-02-2026', undefined],
  ['2026-11-01', undefined],
  ['01-13-2026', undefined],
  ['00-11-2026', undefined],
  ['1-11-26', undefined],
  ['soon', undefined],
])('[LST-4] a day typed as %j is %j', (text, day) => {
  expect(typedDay(text)).toBe(day)
})
