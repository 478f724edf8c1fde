import 'reflect-metadata'
import { KeyObject, randomBytes, X509Certificate } from 'node:crypto'

import * as x509 from '@peculiar/x509'

export type KeyAndCertificate = { privateKey: KeyObject; certificate: X509Certificate }

/**
 * Makes an RSA key of 2048 bits and its certificate (SHA-256).
 * @param wanted.subject an X.500 name as text: 'CN=…, O=…, C=IN'
 * @param wanted.issuer the signer of the certificate; without an issuer the certificate is self-signed
 */
export async function makeKeyAndCertificate(wanted: {
  subject: string
  issuer?: KeyAndCertificate
  authority: boolean
  notBefore: Date
  notAfter: Date
}): Promise<KeyAndCertificate> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  // The cast is needed, because the key types of the browser and of Node declare the uses of a key differently.
  const issuerKey = wanted.issuer?.privateKey.toCryptoKey(algorithm, false, ['sign']) as CryptoKey | undefined
  const certificate = await x509.X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: wanted.subject,
      issuer: wanted.issuer
        ? new x509.X509Certificate(wanted.issuer.certificate.raw).subject
        : wanted.subject,
      notBefore: wanted.notBefore,
      notAfter: wanted.notAfter,
      signingAlgorithm: algorithm,
      publicKey: keys.publicKey,
      signingKey: issuerKey ?? keys.privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(wanted.authority, undefined, true),
        new x509.KeyUsagesExtension(wanted.authority ? mayCertify : maySignAndEncrypt, true),
      ],
    },
    crypto,
  )
  return {
    privateKey: KeyObject.from(keys.privateKey),
    certificate: new X509Certificate(Buffer.from(certificate.rawData)),
  }
}

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
}

const { keyCertSign, cRLSign, digitalSignature, keyEncipherment } = x509.KeyUsageFlags
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the library's flags can be combined
const mayCertify: x509.KeyUsageFlags = keyCertSign | cRLSign
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- as above
const maySignAndEncrypt: x509.KeyUsageFlags = digitalSignature | keyEncipherment

/** Makes a random serial number in hex: a valid DER integer, positive and without a leading zero byte. */
function serialNumber(): string {
  const bytes = randomBytes(12)
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0)
  return bytes.toString('hex')
}
