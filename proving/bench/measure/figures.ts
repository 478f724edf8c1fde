/** Returns the middle value; for an even number of values, the lower of the two. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** Returns the nearest-rank percentile of the values, or NaN if there are no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

export type Figure = { median: number; low: number; high: number; rounds: number }

export function figure(values: readonly number[]): Figure {
  return {
    median: median(values),
    low: Math.min(...values),
    high: Math.max(...values),
    rounds: values.length,
  }
}

/** Divides each round's value by that round's limit, because the machine's speed differs from round to round. */
export function ratio(values: readonly number[], limits: readonly number[]): Figure {
  return figure(values.map((value, round) => value / (limits[round] ?? Number.NaN)))
}

export function threeDigits(value: number): number {
  return Number(value.toPrecision(3))
}
