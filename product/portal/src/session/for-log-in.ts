import { isRecord } from '@ekyc/contract/is-record'
import { storedText } from '@ekyc/ui/browser/stored-text.ts'

/** An ended session leaves this to the log-in, a page of its own, which shows it once. */
type ForLogIn = { notice?: string | undefined; mobile?: string | undefined }

const forLogIn = storedText('sessionStorage', 'for-log-in')

export function keepForLogIn(more: ForLogIn): void {
  forLogIn.write(JSON.stringify({ ...read(), ...more }))
}

export function takeForLogIn(): ForLogIn {
  const kept = read()
  forLogIn.forget()
  return kept
}

function read(): ForLogIn {
  const kept = forLogIn.json()
  return isRecord(kept) ? { notice: textIn(kept['notice']), mobile: textIn(kept['mobile']) } : {}
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
