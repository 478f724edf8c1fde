import type { Language } from '@ekyc/contract/languages'
import type { Values } from '@ekyc/ui/t.ts'
import { useQuery } from '@tanstack/react-query'

import { catalogues } from '../../texts/catalogues.ts'
import { useLanguage } from '../../texts/language.ts'
import { t, type Catalogue, type TextKey } from '../../texts/t.ts'

/** Until the texts in `language` load, the function gives texts in the page's language. */
export function useTextsIn(language: Language): typeof t {
  const ofPage = useLanguage(page => page.language)
  const { data } = useQuery({
    queryKey: ['texts', language],
    queryFn: async (): Promise<Partial<Catalogue>> => (await catalogues[language]()).default,
    enabled: language !== ofPage,
    staleTime: Infinity,
  })
  if (!data || language === ofPage) return t
  return (key: TextKey, values: Values = {}) =>
    data[key]?.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place)) ?? t(key, values)
}
