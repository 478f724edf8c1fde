import { Alert } from './alert.tsx'
import { useBankLine } from './bank-line.ts'

/** The bank's line for its agents, such as the hours of a maintenance. */
export function BankNotice() {
  const notice = useBankLine('notice')
  return notice ? <Alert tone="info">{notice}</Alert> : null
}
