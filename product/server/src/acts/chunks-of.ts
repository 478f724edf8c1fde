const rowsAtOnce = 1_000

/** Splits a long list into parts of 1,000 items, since each database statement has a time limit. */
export function chunksOf<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / rowsAtOnce) }, (_, index) =>
    all.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )
}
