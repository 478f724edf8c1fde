import { expect, test } from 'vitest'

import { orderRetentionYears, readMoment, yearsBefore } from './calendar.ts'
import { defaultPolicy } from './policy.ts'

test.each([
  ['with Z', '2027-03-10T06:30:00Z', '2027-03-10T06:30:00.000Z'],
  ['with parts of a second', '2027-03-10T06:30:00.1234567Z', '2027-03-10T06:30:00.123Z'],
  ['without seconds', '2027-03-10T06:30Z', '2027-03-10T06:30:00.000Z'],
  ['with an offset', '2027-03-10T12:00:00+05:30', '2027-03-10T06:30:00.000Z'],
  ['with an offset to the west', '2027-03-10T01:30:00-05:00', '2027-03-10T06:30:00.000Z'],
  ['with an offset that has no colon', '2027-03-10T12:00:00+0530', '2027-03-10T06:30:00.000Z'],
  ['with a space for the T and spaces around', ' 2027-03-10 06:30:00Z ', '2027-03-10T06:30:00.000Z'],
  ['of India, without a zone', '2027-03-10T12:00:00', '2027-03-10T06:30:00.000Z'],
  ['of India, with a space for the T', '2027-03-10 12:00:00', '2027-03-10T06:30:00.000Z'],
  ['of India, with parts of a second', '2027-03-10T12:00:00.123456', '2027-03-10T06:30:00.000Z'],
  ['of India, without seconds', '2027-03-10T12:00', '2027-03-10T06:30:00.000Z'],
  ['at the start of an India day', '2027-03-10', '2027-03-09T18:30:00.000Z'],
  ['in milliseconds since 1970', 1_804_660_200_000, '2027-03-10T06:30:00.000Z'],
  ['in milliseconds since 1970, as text', '1804660200000', '2027-03-10T06:30:00.000Z'],
  ['in milliseconds of eleven digits', '99999999999', '1973-03-03T09:46:39.999Z'],
  ['in milliseconds of fourteen digits', '10000000000000', '2286-11-20T17:46:40.000Z'],
  ['at the start of 1900', '1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
  ['at the end of 9999', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('a moment %s is read', (_what, value, moment) => {
  expect(readMoment(value)?.toISOString()).toBe(moment)
})

test.each([
  ['no text', [undefined, null, true, {}, ['2027-03-10'], Number.NaN]],
  ['words', ['', 'yesterday', 'x2027-03-10T06:30:00Z', '2027-03-10T06:30:00Zx', 'T12:00:00']],
  [
    'parts that lack a digit',
    ['27-03-10T06:30Z', '2027-3-10T06:30Z', '2027-03-10T6:30Z', '2027-03-10T06:3Z'],
  ],
  ['an offset that lacks a digit', ['2027-03-10T06:30:00+5', '2027-03-10T06:30:00+05:3']],
  ['a point in a wrong place', ['2027-03-10T06:30:00.Z', '2027-03-10T12:00:00.', '2027-03-10T12:00.5:00']],
  ['seconds without a colon', ['2027-03-10T06:3000Z', '2027-03-10T12:0000']],
  ['numbers of another length', ['1804660200', '123456789012345', '+1804660200000', '1804660200000.5']],
  [
    'days that do not exist',
    [
      '2027-02-30',
      '2027-02-30T12:00',
      '2027-02-30T12:00:00Z',
      '2027-04-31T24:00:00Z',
      '2027-13-01T12:00:00',
      '2027-03-10T24:30:00Z',
    ],
  ],
  ['years before 1900', ['1899-12-31T23:59:59Z', '0001-01-01T00:00:00Z', -2_208_988_800_001]],
  ['years after 9999', ['9999-12-31T23:59:59-01:00', 253_402_300_800_000, 9e15]],
])('%s are no moment', (_what, values) => {
  expect(values.filter(value => readMoment(value) !== undefined)).toEqual([])
})

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
