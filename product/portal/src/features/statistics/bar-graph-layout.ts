import type { MonthStatistics } from '@ekyc/contract/shapes'

import { series, type Series } from './months.ts'

type Bar = { series: Series; count: number; x: number; y: number; width: number; height: number }
type MonthGroup = { month: string; x: number; width: number; bars: Bar[] }
export type BarGraphLayout = {
  width: number
  height: number
  plot: { left: number; top: number; right: number; bottom: number }
  ticks: { value: number; y: number }[]
  groups: MonthGroup[]
}

/**
 * The margins of the graph, in pixels. The left margin contains the labels of the ticks. In a window of 360 px, the
 * graph still has 12 months of 24 px, the narrowest width that a finger can hit.
 */
const margin = { top: 10, right: 0, bottom: 40, left: 27 }
const gapBetweenBars = 2
/** The share of a month's width in the graph that the month's bars fill, from 0 to 1. */
const filled = 0.72
const widestBar = 28
const ticksWanted = 4

/** Computes the positions, in pixels, of a grouped bar graph in a box of this size. */
export function layOutBarGraph(
  months: readonly MonthStatistics[],
  size: { width: number; height: number },
): BarGraphLayout {
  const plot = {
    left: margin.left,
    top: margin.top,
    right: Math.max(size.width - margin.right, margin.left),
    bottom: size.height - margin.bottom,
  }
  const highest = Math.max(0, ...months.flatMap(month => series.map(name => month.data[name])))
  const step = tickStep(highest)
  const top = Math.max(step, Math.ceil(highest / step) * step)
  const toY = (count: number) => plot.bottom - (count / top) * (plot.bottom - plot.top)

  const band = months.length === 0 ? 0 : (plot.right - plot.left) / months.length
  const barWidth = Math.max(
    1,
    Math.min(widestBar, (band * filled - gapBetweenBars * (series.length - 1)) / series.length),
  )
  const groupWidth = barWidth * series.length + gapBetweenBars * (series.length - 1)

  return {
    ...size,
    plot,
    ticks: Array.from({ length: top / step + 1 }, (_, index) => ({
      value: index * step,
      y: toY(index * step),
    })),
    groups: months.map((month, index) => {
      const x = plot.left + index * band
      const start = x + (band - groupWidth) / 2
      return {
        month: month.aggregateOn,
        x,
        width: band,
        bars: series.map((name, place) => {
          const count = month.data[name]
          return {
            series: name,
            count,
            x: start + place * (barWidth + gapBetweenBars),
            y: toY(count),
            width: barWidth,
            height: plot.bottom - toY(count),
          }
        }),
      }
    }),
  }
}

/** Returns the distance between two ticks: 1, 2 or 5 times a power of ten, at least 1, because counts are whole. */
function tickStep(highest: number): number {
  const rough = highest / ticksWanted
  if (rough <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find(factor => factor * power >= rough) ?? 10) * power
}
