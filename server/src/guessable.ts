/** Below it a secret can be guessed, whatever it is made of. */
export const secretMinLength = 32
const secretMinDifferent = 8
const keyMinDifferent = 16

/** Nothing but words of examples, digits and punctuation: what people leave in when they copy a settings file. */
const placeholders =
  /^(?:a|api|asa|aua|audit|bank|by|change|changed|default|demo|dev|development|dummy|enter|example|fill|goes|here|in|insecure|insert|issued|it|key|licence|license|long|me|my|none|outbox|pass|password|pepper|placeholder|please|provider|put|random|replace|sample|secret|sms|some|string|super|tbd|test|the|this|to|todo|token|value|with|x|your|[\d\W_])+$/i

export function isPlaceholder(text: string): boolean {
  return placeholders.test(text)
}

export function isGuessable(secret: string): boolean {
  return (
    secret.length < secretMinLength ||
    isRegular(Buffer.from(secret), secretMinDifferent) ||
    isPlaceholder(secret)
  )
}

/** 32 bytes that are no text and in no order; of so many random ones about 30 differ. */
export function isRandomKey(key: Buffer): boolean {
  const isText = key.every(byte => byte >= 0x20 && byte < 0x7f)
  return key.length === 32 && !isText && !isRegular(key, keyMinDifferent)
}

/** Few different bytes (aaaa…, abab…), or few different steps from one to the next (abcd…, 1234…1234…). */
function isRegular(bytes: Buffer, minDifferent: number): boolean {
  const steps = bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0))
  return new Set(bytes).size < minDifferent || new Set(steps).size < minDifferent
}
