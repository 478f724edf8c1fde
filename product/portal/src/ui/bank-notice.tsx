import { useBranding } from '../api/branding.ts'
import { Alert } from '@ekyc/ui/states/alert.tsx'

export function BankNotice() {
  const { notice } = useBranding()
  return notice ? <Alert tone="info">{notice}</Alert> : null
}
