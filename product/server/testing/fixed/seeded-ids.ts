import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

import { expect } from 'vitest'

import { seededRandom } from './seeded-random.ts'

let file: string | undefined
let random = seededRandom(1)

/** In each test file of the server, the product's ids have the same random bits, whichever files ran before. */
function seededId(): string {
  const { testPath } = expect.getState()
  // A worker loads this file once, so each test file starts the numbers anew.
  if (file !== testPath) random = seededRandom(1)
  file = testPath
  const hex = (digits: number) => Array.from({ length: digits }, () => random.below(16).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[random.below(4)]}${hex(3)}-${hex(12)}`
}

Object.assign(crypto, { randomUUID: seededId })
// Named imports of node:crypto follow from here on.
syncBuiltinESMExports()
