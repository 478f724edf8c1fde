import { createSecretKey } from 'node:crypto'

import { expect, test } from 'vitest'

import { safeCallerId } from './headers.ts'

const key = createSecretKey(Buffer.alloc(32, 1))

test.each([
  'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6',
  'f81d4fae7dec11d0a76500a0c91e6bf6',
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
])('%s is kept as it is', id => expect(safeCallerId(id, key)).toBe(id))

test.each([
  '9000000001',
  '234567890124',
  '2345 6789 0124',
  '00000000-0000-0000-0000-234567890124',
  '00000000000000000000234567890124',
  'f81d4fae-7dec-11d0-a765-00a0c91e6bf6 9000000001',
  'Asha Verma',
  'ASHAVERMAASHAVERMAASHAVERM',
  'r-1',
  'a\u0000b',
  '\uD800',
  'x'.repeat(100_000),
])('%s is kept as a hash alone', text => {
  const recorded = safeCallerId(text, key)
  expect(recorded).toMatch(/^hash:[0-9a-f]{16}$/)
  expect(safeCallerId(text, key)).toBe(recorded)
  expect(safeCallerId(text, createSecretKey(Buffer.alloc(32, 2)))).not.toBe(recorded)
})

test.each([undefined, null, 5, {}, ['x'], ''])('%j is no id at all', value => {
  expect(safeCallerId(value, key)).toBeUndefined()
})
