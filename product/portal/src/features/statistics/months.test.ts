import { languages, type Language } from '@ekyc/contract/languages'
import { afterEach, expect, test, vi } from 'vitest'

import { languageTag, useLanguage } from '@ekyc/ui/texts/language.ts'
import { lastMonths, monthName, successShare } from './months.ts'

const monthsOf2026 = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`)
const lengths = ['narrow', 'short', 'long'] as const
const codes = Object.keys(languages) as Language[]

afterEach(() => {
  vi.unstubAllGlobals()
  useLanguage.setState({ language: 'en' })
})

test.each(codes)('[DSH-4] months in %s are those of CLDR', language => {
  useLanguage.setState({ language })
  // The narrow names of Malayalam are our own, since CLDR's have no room in the graph on a phone.
  for (const length of lengths.slice(language === 'ml' ? 1 : 0)) {
    const year = length === 'long' ? ({ year: 'numeric' } as const) : {}
    const format = new Intl.DateTimeFormat(languageTag(), { month: length, ...year, timeZone: 'UTC' })
    expect(monthsOf2026.map(month => monthName(month, length))).toEqual(
      monthsOf2026.map(month => format.format(new Date(`${month}-15`))),
    )
  }
})

test.each(['or', 'pa'] as const)('[DSH-4] months in %s need no names of the browser', language => {
  vi.stubGlobal('Intl', { DateTimeFormat: TrimmedDateTimeFormat })
  useLanguage.setState({ language })
  const labels = lengths.flatMap(length => monthsOf2026.map(month => monthName(month, length)))
  expect(labels.filter(label => /M\d\d|[A-Z][a-z]{2}/.test(label))).toEqual([])
})

test('a month that is none stays as it is', () => {
  expect(monthName('2026-13', 'long')).toBe('2026-13')
})

test('[DSH-4] the present month is the month in India, across the turn of a year', () => {
  const justNewYearInIndia = new Date('2026-12-31T18:30:00Z')
  expect(lastMonths(3, justNewYearInIndia, []).map(month => month.aggregateOn)).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
  ])
})

test('the share of success is rounded down, so that 100 % means that none failed', () => {
  expect(successShare(999, 1)).toBe(99)
  expect(successShare(3, 0)).toBe(100)
  expect(successShare(0, 0)).toBeUndefined()
})

/** Answers as Chromium does, whose data lacks the months of Odia and Punjabi. */
class TrimmedDateTimeFormat {
  format(moment: Date): string {
    return `M${String(moment.getUTCMonth() + 1).padStart(2, '0')}`
  }
}
