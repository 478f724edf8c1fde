import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

/** Secrets of fewer characters can be guessed, whatever their characters are. */
export const secretMinLength = 32
const secretMinDifferent = 8
const keyMinDifferent = 16

/** Matches texts that consist only of words from examples, digits and punctuation, as in copied settings files. */
const placeholders =
  /^(?:a|api|asa|aua|audit|bank|by|change|changed|default|demo|dev|development|dummy|enter|example|fill|goes|here|in|insecure|insert|issued|it|key|licence|license|long|me|my|none|outbox|pass|password|pepper|placeholder|please|provider|put|random|replace|sample|secret|sms|some|string|super|tbd|test|the|this|to|todo|token|value|with|x|your|[\d\W_])+$/i

const minBits = 2048

export function pemBlocks(text: string): string[] {
  return text.match(/-----BEGIN [^-]+-----[\s\S]+?-----END [^-]+-----/g) ?? []
}

export function keyFault(pem: string): string | undefined {
  return faultOf(
    orUndefined(() => createPrivateKey(pem)),
    'an RSA private key in PEM',
  )
}

export function certificateFault(pem: string): string | undefined {
  return faultOf(
    orUndefined(() => new X509Certificate(pem).publicKey),
    'an RSA certificate in PEM',
  )
}

export function isKeyOfCertificate(keyPem: string, certificatePem: string): boolean {
  return (
    orUndefined(() => new X509Certificate(certificatePem).checkPrivateKey(createPrivateKey(keyPem))) === true
  )
}

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

/** Random bytes of this length have about 30 different values. */
export function isRandomKey(key: Buffer): boolean {
  const isText = key.every(byte => byte >= 0x20 && byte < 0x7f)
  return key.length === 32 && !isText && !isRegular(key, keyMinDifferent)
}

function faultOf(key: KeyObject | undefined, wanted: string): string | undefined {
  if (key?.asymmetricKeyType !== 'rsa') return `must be ${wanted}`
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  return bits < minBits ? `must be RSA of ${minBits} bits at least` : undefined
}

/** OpenSSL's message is cryptic and could show the value. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Tells whether few different bytes occur (aaaa…, abab…), or few different steps from byte to byte (abcd…, 1234…). */
function isRegular(bytes: Buffer, minDifferent: number): boolean {
  const steps = bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0))
  return new Set(bytes).size < minDifferent || new Set(steps).size < minDifferent
}
