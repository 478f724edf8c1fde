import { expect, test } from 'vitest'

import { monthLabels } from './month-labels.ts'

const months = ['2026-08', '2026-09', '2026-10', '2026-11']
const tenEach = (text: string) => text.length * 10

test.each([
  [34, ['Aug', 'Sep', 'Oct', 'Nov']],
  [33, ['A', 'S', 'O', 'N']],
  [14, ['A', 'S', 'O', 'N']],
  [13, ['', 'S', '', 'N']],
])('[DSH-4] months in bands of %i px are named as far as there is room', (band, labels) => {
  expect(monthLabels(months, band, tenEach)).toEqual(labels)
})
