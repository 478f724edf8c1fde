import { isRecord } from '@ekyc/contract/is-record'
import { storedText } from '@ekyc/ui/browser/stored-text.ts'

/**
 * An ended session leaves this to the log-in, which is a page of its own: the reason of the end, in the language of
 * that moment, and the agent's mobile number. The log-in shows both once.
 */
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
