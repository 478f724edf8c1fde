import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  fromIndiaDateTime,
  indiaDate,
  indiaDateTime,
  indiaMonth,
  startOfIndiaDay,
  startOfIndiaMonth,
} from './india-time.ts'

const dayMs = 86_400_000
const instant = fc.date({
  min: new Date('1970-01-01T00:00:00.000Z'),
  max: new Date('9999-12-30T00:00:00.000Z'),
  noInvalidDate: true,
})

test.each(['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
  "[rule 23] India's day turns at 18:30 UTC, also where the host lives in %s",
  zone => {
    const own = process.env['TZ']
    process.env['TZ'] = zone
    try {
      expect(indiaDate(new Date('2026-12-31T18:29:59.999Z'))).toBe('2026-12-31')
      expect(indiaDate(new Date('2026-12-31T18:30:00.000Z'))).toBe('2027-01-01')
      expect(indiaMonth(new Date('2027-02-28T18:30:00.000Z'))).toBe('2027-03')
      expect(startOfIndiaDay('2026-03-01')).toEqual(new Date('2026-02-28T18:30:00.000Z'))
      expect(startOfIndiaMonth(new Date('2027-02-28T18:29:59Z'))).toEqual(new Date('2027-01-31T18:30:00Z'))
      expect(indiaDateTime(new Date('2026-12-31T18:30:05.999Z'))).toBe('2027-01-01T00:00:05')
      expect(fromIndiaDateTime('2027-01-01T00:00:05')).toEqual(new Date('2026-12-31T18:30:05.000Z'))
    } finally {
      if (own === undefined) delete process.env['TZ']
      else process.env['TZ'] = own
    }
  },
)

test.each([
  '2026-02-30',
  '2026-13-01',
  '2026-1-1',
  '',
  'today',
  '+010000-01-01',
  '2026-03-01T',
  'x2026-03-01',
])('the day %j is undefined: a day is YYYY-MM-DD and exists', day => {
  expect(startOfIndiaDay(day)).toBeUndefined()
})

test.each([
  '2026-02-30T00:00:00',
  '2026-01-01T24:00:00',
  '2026-01-01 00:00:00',
  '2026-03-01',
  '2026-03-01T00:00',
  '2026-03-01T00:00:00Z',
  '+010000-01-01T00:00:00',
  ' 2026-03-01T00:00:00',
])('the time %j is undefined: a time is YYYY-MM-DDTHH:mm:ss and exists', text => {
  expect(fromIndiaDateTime(text)).toBeUndefined()
})

test('an India time that was formatted parses to the same second', () => {
  fc.assert(
    fc.property(instant, at => {
      const second = at.getTime() - at.getUTCMilliseconds()
      expect(fromIndiaDateTime(indiaDateTime(at))).toEqual(new Date(second))
    }),
  )
})

test('every instant lies in its India day and in its India month', () => {
  fc.assert(
    fc.property(instant, at => {
      const day = indiaDate(at)
      const start = startOfIndiaDay(day)?.getTime() ?? Number.NaN
      expect(start).toBeLessThanOrEqual(at.getTime())
      expect(start + dayMs).toBeGreaterThan(at.getTime())
      expect(indiaDateTime(at).startsWith(`${day}T`)).toBe(true)
      expect(day.startsWith(`${indiaMonth(at)}-`)).toBe(true)
      expect(indiaDateTime(startOfIndiaMonth(at))).toBe(`${indiaMonth(at)}-01T00:00:00`)
      expect(indiaMonth(new Date(startOfIndiaMonth(at, 1).getTime() - 1))).toBe(indiaMonth(at))
    }),
  )
})
