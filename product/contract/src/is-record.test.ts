import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { isRecord } from './is-record.ts'

test('every JSON value that is written with braces is a record, and no other', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(isRecord(value)).toBe(JSON.stringify(value).startsWith('{'))
    }),
  )
})

test('an empty object is a record; an empty array, null and undefined are none', () => {
  expect([{}, [], null, undefined].map(isRecord)).toEqual([true, false, false, false])
})
