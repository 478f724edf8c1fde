import { useBranding } from '../api/branding.ts'
import { Alert } from '@ekyc/ui/alert.tsx'

/** The bank's message to its agents, such as maintenance hours, in the page's language if the bank wrote one. */
export function BankNotice() {
  const { notice } = useBranding()
  return notice ? <Alert tone="info">{notice}</Alert> : null
}
