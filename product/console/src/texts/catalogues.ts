import type { Language } from '@ekyc/contract/languages'

import type { Catalogue } from './t.ts'

/** The texts by language. The build fills missing texts with English (@ekyc/ui/vite/complete-texts.ts). */
export const catalogues = {
  en: () => import('./en.ts'),
  hi: () => import('./hi.json'),
} satisfies Partial<Record<Language, () => Promise<{ default: Partial<Catalogue> }>>>
