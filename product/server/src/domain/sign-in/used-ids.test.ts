import { expect, test } from 'vitest'

import { createReplayCache } from './proof-of-possession.ts'

const lifeMs = 1_000

test('an id is used once, and is forgotten after two lives', () => {
  const used = createReplayCache(lifeMs)
  expect(used.use('a', 0)).toBe(true)
  expect(used.use('a', lifeMs)).toBe(false)
  expect(used.use('b', 2 * lifeMs)).toBe(true)
  expect(used.use('a', 2 * lifeMs)).toBe(true)
})

test('small steps back of the clock bring no id back', () => {
  const used = createReplayCache(lifeMs)
  used.use('a', 0)
  used.use('b', lifeMs)
  for (const at of [lifeMs - 1, lifeMs - 2, lifeMs - 3]) used.use(`at ${at}`, at)
  expect(used.use('a', lifeMs - 1)).toBe(false)
  expect(used.use('b', lifeMs - 1)).toBe(false)
})

test('a clock that is set back far keeps the ids of the last life, and forgets on its new time', () => {
  const used = createReplayCache(lifeMs)
  used.use('a', 100 * lifeMs)
  expect(used.use('a', 0)).toBe(false)
  expect(used.use('b', lifeMs)).toBe(true)
  expect(used.use('a', 2 * lifeMs)).toBe(true)
})
