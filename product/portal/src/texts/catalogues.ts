import type { Language } from '@ekyc/contract/languages'

import type { Catalogue } from './t.ts'

/**
 * Each language is a separate chunk, and the portal loads only the agent's. The build adds the English text for each
 * text that a language lacks (@ekyc/ui/vite/complete-texts.ts).
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
