import { afterEach, expect, test, vi } from 'vitest'

import { useLanguage } from '../../texts/language.ts'
import { lastMonths, monthName, successShare, totals } from './months.ts'
const november = { aggregateOn: '2026-11', data: { KYC_SUCCESS: 7, KYC_FAILURE: 2, LOGIN: 9 } }
const september = { aggregateOn: '2026-09', data: { KYC_SUCCESS: 1, KYC_FAILURE: 0, LOGIN: 3 } }

afterEach(() => {
  vi.unstubAllGlobals()
  useLanguage.setState({ language: 'en' })
})

test('a month that is none stays as it is', () => {
  expect(monthName('2026-13', 'long')).toBe('2026-13')
})

test('[DSH-4] a month without activity is on the axis with zeros', () => {
  const months = lastMonths(3, new Date('2026-11-20T10:00:00Z'), [september, november])
  expect(months.map(month => month.aggregateOn)).toEqual(['2026-09', '2026-10', '2026-11'])
  expect(months.map(month => month.data.KYC_SUCCESS)).toEqual([1, 0, 7])
})

test('[DSH-4] the present month is the month in India, across the turn of a year', () => {
  const justNewYearInIndia = new Date('2026-12-31T18:30:00Z')
  expect(lastMonths(3, justNewYearInIndia, []).map(month => month.aggregateOn)).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
  ])
})

test('[DSH-3] totals add up every month', () => {
  expect(totals([september, november])).toEqual({ KYC_SUCCESS: 8, KYC_FAILURE: 2, LOGIN: 12 })
  expect(totals([])).toEqual({ KYC_SUCCESS: 0, KYC_FAILURE: 0, LOGIN: 0 })
})

test('the share of success is rounded down, so that 100 % means that none failed', () => {
  expect(successShare(999, 1)).toBe(99)
  expect(successShare(3, 0)).toBe(100)
  expect(successShare(0, 0)).toBeUndefined()
})
