import { navigate } from './location.ts'

import type { Address, Path } from './paths.ts'

/** The delays of product.md sections 2 and 9, in milliseconds. */
export const navigationDelayMs = 200
export const afterPasswordSetMs = 1000

export function go(path: Address, options?: { replace?: boolean }): void {
  navigate(path, options)
  // A new screen starts at its top; the browser's own Back restores the scroll position.
  window.scrollTo(0, 0)
}

/** Navigates after a delay; the returned function cancels it. */
export function goAfter(ms: number, path: Path): () => void {
  const timer = setTimeout(() => go(path), ms)
  return () => clearTimeout(timer)
}
