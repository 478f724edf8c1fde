import { go as goTo } from '@ekyc/ui/location.ts'

import type { Address, Path } from './paths.ts'

/** The delays of product.md sections 2 and 9, in milliseconds. */
export const navigationDelayMs = 200
export const afterPasswordSetMs = 1000

/** Opens a screen of the portal. Every route is one fixed path (product.md section 2), so no router library is needed. */
export const go: (path: Address, options?: { replace?: boolean }) => void = goTo

/** Navigates after a delay; the returned function cancels it. */
export function goAfter(ms: number, path: Path): () => void {
  const timer = setTimeout(() => go(path), ms)
  return () => clearTimeout(timer)
}
