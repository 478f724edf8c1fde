import { hash } from 'node:crypto'

/** Hashes an act and its input. Two inputs that mean the same have one hash, whatever the order of their fields. */
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
