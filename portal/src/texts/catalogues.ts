import type { Language } from '@ekyc/contract/languages'

import type { Catalogue, TextKey } from './t.ts'

/** Each language is a chunk of its own, and the portal loads the agent's alone. A lacking or surplus key does not compile. */
export const catalogues: Record<Language, () => Promise<Catalogue>> = {
  en: whole(() => import('./en/index.ts')),
  hi: whole(() => import('./hi.json')),
  bn: whole(() => import('./bn.json')),
  mr: whole(() => import('./mr.json')),
  te: whole(() => import('./te.json')),
  ta: whole(() => import('./ta.json')),
  gu: whole(() => import('./gu.json')),
  kn: whole(() => import('./kn.json')),
  ml: whole(() => import('./ml.json')),
}

function whole<T extends Catalogue & Record<Exclude<keyof T, TextKey>, never>>(
  load: () => Promise<{ default: T }>,
): () => Promise<Catalogue> {
  return async () => (await load()).default
}
