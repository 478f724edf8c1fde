import type { Language } from '@ekyc/contract/languages'

import type { Catalogue } from './t.ts'

/** The build adds the English text for each text that a language lacks (@ekyc/ui/vite/complete-texts.ts). */
export const catalogues = {
  en: () => import('./en.ts'),
  hi: () => import('./hi.json'),
} satisfies Partial<Record<Language, () => Promise<{ default: Partial<Catalogue> }>>>
