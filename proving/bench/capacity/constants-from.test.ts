import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { constantsFrom } from './constants-from.ts'

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../recorded.json'), 'utf8'),
) as Parameters<typeof constantsFrom>[0]

test('the product computes with the constants of the recorded benches', async () => {
  // `npm run capacity` writes the file anew.
  const file = join(import.meta.dirname, '../../../product/server/src/capacity/measured.json')
  await expect(constantsFrom(recorded)).toMatchFileSnapshot(file)
})

test('a bench that was never recorded is no guess', () => {
  const { capacity: _, ...others } = recorded
  expect(() => constantsFrom(others)).toThrow('must be recorded')
})
