/** The middle value; of an even number of values the lower of the two. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The smallest value that so many per cent of all are not above; NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

export type Figure = { median: number; low: number; high: number; rounds: number }

/** What rounds gave: the median, and how far they lie apart. */
export function figure(values: readonly number[]): Figure {
  return {
    median: median(values),
    low: Math.min(...values),
    high: Math.max(...values),
    rounds: values.length,
  }
}

/**
 * `values` as a share of `limits`, round by round: both of a round were measured on the same machine in the same mood.
 */
export function ratio(values: readonly number[], limits: readonly number[]): Figure {
  return figure(values.map((value, round) => value / (limits[round] ?? Number.NaN)))
}

/** The two ends of a ratio, as a table shows them. */
export function spreadOf({ low, high }: Figure): string {
  return `${low.toFixed(2)}–${high.toFixed(2)}`
}

/** Three digits are as many as a round is worth. */
export function threeDigits(value: number): number {
  return Number(value.toPrecision(3))
}
