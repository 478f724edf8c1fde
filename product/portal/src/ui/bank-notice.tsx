import { useBranding } from '../api/branding.ts'
import { Alert } from '@ekyc/ui/alert.tsx'

/** Shows the bank's message to agents, such as maintenance hours, in the page's language if the bank translated it. */
export function BankNotice() {
  const { notice } = useBranding()
  return notice ? <Alert tone="info">{notice}</Alert> : null
}
