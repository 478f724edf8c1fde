import { vi } from 'vitest'

import type * as newIds from '../../src/domain/new-id.ts'

/** Before each test file of the server: the product's ids have the same random bits in each run. */
const random = await vi.hoisted(async () => (await import('./seeded-random.ts')).seededRandom(1))

vi.mock('../../src/domain/new-id.ts', async importOriginal => {
  const original = await importOriginal<typeof newIds>()
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => random.integer(0, 15).toString(16)).join('')
  const newId = (now: Date) => {
    const head = original.firstIdAt(now).slice(0, 'xxxxxxxx-xxxx'.length)
    return `${head}-7${hex(3)}-${'89ab'[random.integer(0, 3)]}${hex(3)}-${hex(12)}`
  }
  return { ...original, newId }
})
