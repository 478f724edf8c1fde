/** The middle value; of an even number of values the lower of the two. */
export function median(values) {
  return percentile(values, 50)
}

/** The smallest value that so many per cent of all are not above; undefined of none. */
export function percentile(values, percent) {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]
}

/** What rounds gave: the median, and how far they lie apart. */
export function figure(values) {
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
export function ratio(values, limits) {
  return figure(values.map((value, round) => value / limits[round]))
}
