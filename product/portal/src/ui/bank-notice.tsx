import { useBranding } from '../api/branding.ts'
import { useLanguage } from '../texts/language.ts'
import { Alert } from './alert.tsx'

/** The bank's line for its agents, such as the hours of a maintenance, in the page's language where the bank has it. */
export function BankNotice() {
  const { language } = useLanguage()
  const { translations, notice } = useBranding()
  const line = translations?.[language]?.notice ?? notice
  return line ? <Alert tone="info">{line}</Alert> : null
}
