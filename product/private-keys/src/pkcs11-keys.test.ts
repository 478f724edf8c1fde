import { constants, generateKeyPairSync, publicEncrypt, randomBytes, verify } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { makeSoftToken, softTokenModule, type SoftToken } from './testing/soft-token.ts'
import { createKeyOpener } from './open-key.ts'
import type { KeyOpener, PrivateRsaKey } from './private-rsa-key.ts'

/** These tests need Debian's package softhsm2. */
describe.skipIf(!softTokenModule)('a key in a hardware module (softhsm2)', () => {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  let token: SoftToken
  let openKey: KeyOpener
  let address: string
  let key: PrivateRsaKey
  beforeAll(async () => {
    token = makeSoftToken()
    address = token.hold(pair.privateKey, 'one key')
    openKey = createKeyOpener(token.settings)
    key = await openKey(address, 'signing key')
  })
  afterAll(() => token.remove())

  const label = randomBytes(32)
  const sealed = (text: string, to = pair.publicKey, oaepLabel = label) =>
    publicEncrypt(
      { key: to, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256', oaepLabel },
      Buffer.from(text),
    )

  test('gives its public key, and makes signatures that OpenSSL verifies', async () => {
    expect(key.publicKey.export({ type: 'spki', format: 'pem' })).toBe(pair.publicKey)
    const data = Buffer.from('a request')
    expect(verify('sha256', data, pair.publicKey, await key.sign(data))).toBe(true)
  })

  test('decrypts nothing that was encrypted to another key, with another label, or changed', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const otherPem = other.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const changed = sealed('secret')
    changed[200] = (changed[200] ?? 0) ^ 1
    expect(await key.decrypt(sealed('secret', otherPem), label)).toBeUndefined()
    expect(await key.decrypt(sealed('secret', pair.publicKey, randomBytes(32)), label)).toBeUndefined()
    expect(await key.decrypt(changed, label)).toBeUndefined()
    expect(String(await key.decrypt(sealed('secret'), label))).toBe('secret')
  })

  test('that is missing stops the start, with the name of the key and never the PIN', async () => {
    const twice = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = twice.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    token.hold(pem, 'twin')
    token.hold(pem, 'twin')
    await expect(openKey('pkcs11:token=ekyc;object=twin', 'signing key')).rejects.toThrow(
      'the signing key is more than once in its token',
    )
    await expect(openKey('pkcs11:token=ekyc;object=none', 'signing key')).rejects.toThrow(
      'the signing key is not in its token',
    )
    await expect(openKey('pkcs11:token=gone;object=one', 'decryption key')).rejects.toThrow(
      'the token of the decryption key is not there',
    )
    await expect(openKey('pkcs11:token=other-pin;object=one', 'signing key')).rejects.toThrow(
      'the signing key cannot be used: the PIN is wrong, and one of its tries is spent (C_Login answered CKR 0xa0)',
    )
  })
})

test('an address of a key without a hardware module is refused', async () => {
  await expect(createKeyOpener(undefined)('pkcs11:token=a;object=b', 'signing key')).rejects.toThrow(
    'the signing key is in a hardware module, and none is configured',
  )
})
