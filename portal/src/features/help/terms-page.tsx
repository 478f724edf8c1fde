import { HelpTexts } from './help-texts.tsx'

/** /TnC shows the same text as /FAQ, to anybody. */
export function TermsPage() {
  return <HelpTexts />
}
