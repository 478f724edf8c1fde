import { useBranding } from '../api/branding.ts'
import { useLanguage } from '../texts/language.ts'
import { Alert } from './alert.tsx'

/** The bank's message to its agents, such as maintenance hours, in the page's language if the bank wrote one. */
export function BankNotice() {
  const { language } = useLanguage()
  const { translations, notice } = useBranding()
  const line = translations?.[language]?.notice ?? notice
  return line ? <Alert tone="info">{line}</Alert> : null
}
