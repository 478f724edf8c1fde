import { HelpTexts } from './help-texts.tsx'

/** /TnC shows the text of /FAQ without a session. */
export function TermsPage() {
  return <HelpTexts />
}
