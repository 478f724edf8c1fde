/** Characters that no text may have: control characters except white space, and halves of surrogate pairs. */
const unfit = /[^\P{Cc}\s]|\p{Cs}/u

/** Returns false if a text of the input has an unfit character, or if a number is larger than 2^53. */
export function canBeStored(value: unknown): boolean {
  if (typeof value === 'string') return !unfit.test(value)
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(canBeStored)
}
