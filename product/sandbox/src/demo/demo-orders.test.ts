import { indiaDate, indiaDateTime } from '@ekyc/contract/india-time'
import { expect, test } from 'vitest'

import { ordersOfDay } from './demo-orders.ts'

const shop = { number: 5, ordersADay: 5, failing: 0.14 }
const days = Array.from({ length: 420 }, (_, back) =>
  indiaDate(new Date(Date.parse('2026-11-21T09:00:00.000Z') - back * 86_400_000)),
)
const orders = days.flatMap(day => ordersOfDay(day, shop))
const moments = orders.map(({ createdOn }) => indiaDateTime(createdOn))
const weekdayOf = (moment: string) => new Date(`${moment.slice(0, 10)}T00:00:00Z`).getUTCDay()

test('a day’s orders come newest first, are the same each time, and differ from those of another shop', () => {
  expect(orders.length).toBeGreaterThan(1_800)
  expect(moments).toEqual(moments.toSorted().toReversed())
  expect(ordersOfDay('2026-11-21', shop)).toEqual(ordersOfDay('2026-11-21', shop))
  expect(ordersOfDay('2026-11-21', { ...shop, number: 6 })).not.toEqual(ordersOfDay('2026-11-21', shop))
})

test('the shop is open from 9 to 20 o’clock, serves few at lunch, and most at the weekend', () => {
  const at = (hour: number) => moments.filter(moment => Number(moment.slice(11, 13)) === hour).length
  expect(Array.from({ length: 24 }, (_, hour) => hour).filter(hour => at(hour) > 0)).toEqual([
    9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
  ])
  expect(at(14)).toBeLessThan(at(11) / 2)
  const on = (weekday: number) => moments.filter(moment => weekdayOf(moment) === weekday).length
  expect(on(0)).toBeGreaterThan(on(6) * 0.9)
  expect(on(6)).toBeGreaterThan(on(2))
})
