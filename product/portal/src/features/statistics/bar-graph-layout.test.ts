import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { layOutBarGraph } from './bar-graph-layout.ts'

const size = { width: 320, height: 200 }
const month = (aggregateOn: string, success: number, failure: number, login: number) => ({
  aggregateOn,
  data: { KYC_SUCCESS: success, KYC_FAILURE: failure, LOGIN: login },
})

test('[DSH-4] bars are as high as their counts and share a base line', () => {
  const { groups, plot } = layOutBarGraph([month('2026-11', 10, 5, 0)], size)
  const [success, failure, login] = groups[0]?.bars ?? []
  expect(success?.height).toBeCloseTo((failure?.height ?? 0) * 2)
  expect(login?.height).toBe(0)
  expect((success?.y ?? 0) + (success?.height ?? 0)).toBeCloseTo(plot.bottom)
})

test('[DSH-4] the axis counts in whole orders by 1, 2 or 5', () => {
  const ticksOf = (highest: number) =>
    layOutBarGraph([month('2026-11', highest, 0, 0)], size).ticks.map(tick => tick.value)
  expect(ticksOf(0)).toEqual([0, 1])
  expect(ticksOf(3)).toEqual([0, 1, 2, 3])
  expect(ticksOf(7)).toEqual([0, 2, 4, 6, 8])
  expect(ticksOf(180)).toEqual([0, 50, 100, 150, 200])
})

test('[DSH-4] twelve months in a card of a 360 px screen are wide enough to touch', () => {
  const months = Array.from({ length: 12 }, (_, index) => month(`2026-${index + 1}`, 9, 1, 3))
  const { groups } = layOutBarGraph(months, { width: 318, height: 204 })
  expect(Math.min(...groups.map(group => group.width))).toBeGreaterThanOrEqual(24)
})

test('[DSH-4] no count and no width puts a bar outside the plot or over another', () => {
  const counts = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(fc.array(counts, { maxLength: 12 }), fc.integer({ min: 240, max: 1200 }), (all, width) => {
      const months = all.map(([success = 0, failure = 0, login = 0], index) =>
        month(`2026-${index + 1}`, success, failure, login),
      )
      const { groups, plot } = layOutBarGraph(months, { width, height: 200 })
      const bars = groups.flatMap(group => group.bars)
      bars.forEach((bar, index) => {
        expect(bar.y).toBeGreaterThanOrEqual(plot.top - 0.001)
        expect(bar.x).toBeGreaterThanOrEqual(plot.left)
        expect(bar.x + bar.width).toBeLessThanOrEqual(bars[index + 1]?.x ?? plot.right + 0.001)
      })
    }),
  )
})
