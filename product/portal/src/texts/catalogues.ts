import type { Language } from '@ekyc/contract/languages'

import type { Catalogue } from './t.ts'

/**
 * The functions that load the texts of each language. Each language is a separate chunk, and the portal loads only the
 * agent's language. The build fills each text that a language lacks with the English text
 * (@ekyc/ui/vite/complete-texts.ts).
 */
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
} satisfies Record<Language, () => Promise<{ default: Partial<Catalogue> }>>
