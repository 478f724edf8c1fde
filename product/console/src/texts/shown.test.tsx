import { useLanguage } from '@ekyc/ui/texts/language.ts'
import { afterEach, expect, test } from 'vitest'

import { shownDay, shownMoment, shownToMinute } from './shown.ts'

afterEach(() => useLanguage.setState({ language: 'en' }))

const evening = '2026-11-25T20:15:30.000Z'

test('a day is India’s, and names its year if that is another one', () => {
  expect(shownDay(evening, new Date('2026-12-01'))).toBe('26 Nov')
  expect(shownDay(evening, new Date('2027-01-02'))).toBe('26 Nov 2026')
})

test('a moment of today is a time, another one a day', () => {
  expect(shownMoment(evening, new Date('2026-11-26T03:00:00.000Z'))).toBe('01:45')
  expect(shownMoment(evening, new Date('2026-11-27T03:00:00.000Z'))).toBe('26 Nov')
})

test('months are named in the page’s language, with Latin digits', () => {
  useLanguage.setState({ language: 'hi' })
  expect(shownToMinute('2026-11-25T20:15:30.000Z')).toMatch(/^26 नव\S*(?: 2026)?, 01:45$/)
})
