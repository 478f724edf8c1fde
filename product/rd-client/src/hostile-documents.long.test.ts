import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { maxAnswerBytes } from './exchange.ts'
import { RdError } from './rd-error.ts'
import { bytesOf } from './testing/device-answers.ts'
import { hostilePieces } from './testing/mutations.ts'
import { readXml } from './xml.ts'

/** The highest allowed ratio of a hostile document's CPU time to a normal one's. A quadratic parser needs 1,000. */
const muchMore = 20

test('no hostile document up to 1 MiB takes the reader much more processor time than a normal one', () => {
  const honest = bytesOf(`<r>${'<a b="1"/>'.repeat(maxAnswerBytes / 10 - 1)}</r>`)
  const usual = leastProcessorMs(() => read(honest), 0)
  const piece = fc.constantFrom(...hostilePieces)
  fc.assert(
    fc.property(piece, piece, piece, (prefix, repeated, suffix) => {
      const size = Math.floor(maxAnswerBytes / bytesOf(repeated).length) - 20
      for (const start of ['', '<r>', '<r x="', '<r/>', '<r ']) {
        const bytes = bytesOf(start + prefix + repeated.repeat(size) + suffix).subarray(0, maxAnswerBytes)
        expect(leastProcessorMs(() => read(bytes), muchMore * usual)).toBeLessThan(muchMore * usual)
      }
    }),
    { numRuns: 40 },
  )
}, 600_000)

function read(bytes: Uint8Array): unknown {
  try {
    return readXml(bytes)
  } catch (error) {
    if (error instanceof RdError) return error
    throw error
  }
}

/**
 * Measures this process's CPU time, in up to three runs until one is under `enough`, so that other load on the
 * machine does not count.
 */
function leastProcessorMs(work: () => unknown, enough: number): number {
  let least = Infinity
  for (let run = 0; run < 3 && least >= enough; run += 1) {
    const startedAt = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(startedAt)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
