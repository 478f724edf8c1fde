import { isRecord } from '@ekyc/contract/is-record'

/**
 * An ended session leaves this to the log-in, which is a page of its own: the reason of the end, in the language of
 * that moment, and the agent's mobile number. The log-in shows both once.
 */
type ForLogIn = { notice?: string | undefined; mobile?: string | undefined }

const key = 'for-log-in'

export function keepForLogIn(more: ForLogIn): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...read(), ...more }))
  } catch {
    // Without storage, the log-in opens empty.
  }
}

export function takeForLogIn(): ForLogIn {
  try {
    const kept = read()
    sessionStorage.removeItem(key)
    return kept
  } catch {
    return {}
  }
}

function read(): ForLogIn {
  const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
  return isRecord(kept) ? { notice: textIn(kept['notice']), mobile: textIn(kept['mobile']) } : {}
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
