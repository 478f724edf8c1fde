import { hash } from 'node:crypto'

/** Returns the hash of an act and its input. The order of the input's fields does not change the hash. */
export function contentHash(act: string, input: unknown): Buffer {
  return hash('sha256', JSON.stringify([act, inOrder(input)]), 'buffer')
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, one]) => [key, inOrder(one)]),
  )
}
