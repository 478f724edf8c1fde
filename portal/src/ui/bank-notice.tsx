import { useBranding } from '../api/branding.ts'
import { Alert } from './alert.tsx'

/** The bank's line for its agents, such as the hours of a maintenance. */
export function BankNotice() {
  const notice = useBranding(branding => branding.notice)
  return notice ? <Alert tone="info">{notice}</Alert> : null
}
