import { useBranding } from '../api/branding.ts'
import { useLanguage } from '../texts/language.ts'

/** Returns the bank's own line in the page's language where the branding translates it. */
export function useBankLine(line: 'notice' | 'hours'): string | undefined {
  const language = useLanguage(page => page.language)
  return useBranding(
    ({ translations, notice, support }) =>
      translations?.[language]?.[line] ?? { notice, hours: support?.hours }[line],
  )
}
