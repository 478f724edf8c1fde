/**
 * Compares two versions, such as 'v1.2.8' and '1.10.0.3', number by number.
 * @returns a number below 0 if `a` is older, 0 if both are equal, above 0 if `b` is older; undefined if `a` or `b` is
 * not a version
 */
export function compareVersions(a: string, b: string): number | undefined {
  const [ours, theirs] = [numbersOf(a), numbersOf(b)]
  if (!ours || !theirs) return undefined
  const length = Math.max(ours.length, theirs.length)
  for (let index = 0; index < length; index += 1) {
    const difference = (ours[index] ?? 0) - (theirs[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function numbersOf(text: string): number[] | undefined {
  const version = /^\s*v?\s*(\d{1,9}(?:\.\d{1,9}){0,9})(?![\d])/i.exec(text)?.[1]
  return version?.split('.').map(Number)
}
