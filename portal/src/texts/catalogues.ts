import type { Language } from '@ekyc/contract/languages'

import type { Catalogue, TextKey } from './t.ts'

/** Each language is a chunk of its own, and the portal loads the agent's alone. A lacking key does not compile. */
export const catalogues = {
  en: () => import('./en.ts'),
  hi: () => import('./hi.json'),
  bn: () => import('./bn.json'),
  mr: () => import('./mr.json'),
  te: () => import('./te.json'),
  ta: () => import('./ta.json'),
  gu: () => import('./gu.json'),
  kn: () => import('./kn.json'),
  or: () => import('./or.json'),
  ml: () => import('./ml.json'),
  pa: () => import('./pa.json'),
} satisfies Record<Language, () => Promise<{ default: Catalogue }>>

/** A surplus key does not compile either. */
export type Surplus = None<
  {
    [L in Language]: Exclude<keyof Awaited<ReturnType<(typeof catalogues)[L]>>['default'], TextKey>
  }[Language]
>
type None<Keys extends never> = Keys
