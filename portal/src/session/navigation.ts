import { navigate } from './location.ts'

import type { Path } from './paths.ts'

/** Navigation waits that product.md sections 2 and 9 name, in milliseconds. */
export const navigationDelayMs = 200
export const afterPasswordSetMs = 1000

export function go(path: Path, options?: { replace?: boolean }): void {
  navigate(path, options)
  // A screen begins at its top; the browser's own Back keeps the place.
  window.scrollTo(0, 0)
}

/** Goes there after a while; the returned function calls it off. */
export function goAfter(ms: number, path: Path): () => void {
  const timer = setTimeout(() => go(path), ms)
  return () => clearTimeout(timer)
}
