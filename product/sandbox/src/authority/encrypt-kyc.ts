import {
  constants,
  createCipheriv,
  createHash,
  publicEncrypt,
  randomBytes,
  type X509Certificate,
} from 'node:crypto'

/**
 * Encrypts a KycRes with an agency's key (rd-service.md section 2.2). The parts are the version, the public key (294
 * bytes of DER), the OAEP label (32 bytes), the AES key under RSA-OAEP with SHA-256 (256 bytes), and the KycRes under
 * AES-256 in CFB mode with feedback of whole blocks. The IV is the first 16 bytes of the label. CFB does not
 * authenticate the sender, but the signature inside the KycRes does.
 */
export function encryptKyc(xml: string, agency: X509Certificate): Buffer {
  const publicKey = agency.publicKey.export({ format: 'der', type: 'spki' })
  const label = createHash('sha256').update(randomBytes(32)).digest()
  const key = randomBytes(32)
  const sealedKey = publicEncrypt(
    {
      key: agency.publicKey,
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
      oaepLabel: label,
    },
    key,
  )
  const cipher = createCipheriv('aes-256-cfb', key, label.subarray(0, 16))
  return Buffer.concat([
    Buffer.from('VERSION_1.0', 'ascii'),
    publicKey,
    label,
    sealedKey,
    cipher.update(xml, 'utf8'),
    cipher.final(),
  ])
}
