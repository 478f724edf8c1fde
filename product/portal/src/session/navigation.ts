import { go as goTo } from '@ekyc/ui/browser/location.ts'

import type { Address, Path } from './paths.ts'

/** The delays before a navigation (product.md sections 2 and 9), in ms. */
export const navigationDelayMs = 200
export const afterPasswordSetMs = 1000

/** Every route is one fixed path (product.md section 2), so no router is needed. */
export const go: (path: Address, options?: { replace?: boolean }) => void = goTo

export function goAfter(ms: number, path: Path): () => void {
  const timer = setTimeout(() => go(path), ms)
  return () => clearTimeout(timer)
}
