import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'

import { newId } from '../domain/new-id.ts'
import { testDay } from '../testing/test-day.ts'
import { createCursors, UnfitCursor } from './cursor.ts'

const cursors = createCursors(createSecretKey(Buffer.alloc(32, 1)))
const place = { keys: ['nashik road', 'आशा वर्मा'], id: newId(testDay) }

test('a cursor is read where it was written', () => {
  expect(cursors.read('agents', cursors.write('agents', place))).toEqual(place)
})

test.each([
  ['of another list', cursors.write('orders', place)],
  ['of another key', createCursors(createSecretKey(Buffer.alloc(32, 2))).write('agents', place)],
  ['that was changed', cursors.write('agents', place).replace(/.$/, last => (last === 'A' ? 'B' : 'A'))],
  ['of nothing', ''],
  ['of words', 'next page, please'],
])('a cursor %s is refused', (_which, cursor) => {
  expect(() => cursors.read('agents', cursor)).toThrow(UnfitCursor)
})
