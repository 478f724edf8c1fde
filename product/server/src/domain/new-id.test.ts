import { expect, test } from 'vitest'

import { newId } from './new-id.ts'

test('an id is a UUID of version 7 whose head is the moment', () => {
  expect(newId(new Date('2027-03-10T06:30:00.123Z'))).toMatch(
    /^0[0-9a-f]{7}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(newId(new Date(0x0123456789ab)).slice(0, 13)).toBe('01234567-89ab')
  expect(newId(new Date(1)).slice(0, 13)).toBe('00000000-0001')
})

test('ids of one moment differ', () => {
  const at = new Date('2027-03-10T06:30:00Z')
  expect(new Set(Array.from({ length: 1_000 }, () => newId(at))).size).toBe(1_000)
})
