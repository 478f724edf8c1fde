import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

import { seededRandom } from './seeded-random.ts'

/** Before each test file of the server: the product's ids have the same random bits in each run. */
const random = seededRandom(1)
const hex = (digits: number) =>
  Array.from({ length: digits }, () => random.integer(0, 15).toString(16)).join('')

Object.assign(crypto, {
  randomUUID: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[random.integer(0, 3)]}${hex(3)}-${hex(12)}`,
})
// Named imports of node:crypto follow from here on.
syncBuiltinESMExports()
