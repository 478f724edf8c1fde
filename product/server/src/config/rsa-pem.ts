import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

const minBits = 2048

export function pemBlocks(text: string): string[] {
  return text.match(/-----BEGIN [^-]+-----[\s\S]+?-----END [^-]+-----/g) ?? []
}

/** Returns the fault of a key as a phrase that follows the setting's name. */
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

/** Returns false if the key or the certificate is unreadable. */
export function belongTogether(keyPem: string, certificatePem: string): boolean {
  return (
    orUndefined(() => new X509Certificate(certificatePem).checkPrivateKey(createPrivateKey(keyPem))) === true
  )
}

function faultOf(key: KeyObject | undefined, wanted: string): string | undefined {
  if (key?.asymmetricKeyType !== 'rsa') return `must be ${wanted}`
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  return bits < minBits ? `must be RSA of ${minBits} bits at least` : undefined
}

/** Returns undefined if `read` throws, because OpenSSL's message is cryptic and could show the value. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
