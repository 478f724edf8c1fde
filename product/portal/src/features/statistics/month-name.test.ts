import { languages, type Language } from '@ekyc/contract/languages'
import { afterEach, expect, test, vi } from 'vitest'

import { languageTag, useLanguage } from '../../texts/language.ts'
import { monthName } from './months.ts'

const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`)
const lengths = ['narrow', 'short', 'long'] as const
const codes = Object.keys(languages) as Language[]

afterEach(() => {
  vi.unstubAllGlobals()
  useLanguage.setState({ language: 'en' })
})

test.each(codes)('[DSH-4] months in %s are those of CLDR', language => {
  useLanguage.setState({ language })
  for (const length of lengths) {
    const year = length === 'long' ? ({ year: 'numeric' } as const) : {}
    const format = new Intl.DateTimeFormat(languageTag(), { month: length, ...year, timeZone: 'UTC' })
    expect(months.map(month => monthName(month, length))).toEqual(
      months.map(month => format.format(new Date(`${month}-15`))),
    )
  }
})

test.each(['or', 'pa'] as const)('[DSH-4] months in %s need no names of the browser', language => {
  vi.stubGlobal('Intl', { DateTimeFormat: TrimmedDateTimeFormat })
  useLanguage.setState({ language })
  const labels = lengths.flatMap(length => months.map(month => monthName(month, length)))
  expect(labels.filter(label => /M\d\d|[A-Z][a-z]{2}/.test(label))).toEqual([])
})

test('a month that is none stays as it is', () => {
  expect(monthName('2026-13', 'long')).toBe('2026-13')
})

/** Answers as Chromium does, whose data lacks the months of Odia and Punjabi. */
class TrimmedDateTimeFormat {
  format(moment: Date): string {
    return `M${String(moment.getUTCMonth() + 1).padStart(2, '0')}`
  }
}
