import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt, randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { unpadOaep } from './unpad-oaep.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const label = randomBytes(32)

/** Returns the result of a token's bare RSA operation. */
function padded(message: Buffer, options: { oaepHash?: string } = {}): Buffer {
  const encrypted = publicEncrypt(
    {
      key: publicKey,
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
      oaepLabel: label,
      ...options,
    },
    message,
  )
  return privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, encrypted)
}

test.each([0, 1, 32, 190])('returns the %i bytes that OpenSSL has padded', size => {
  const message = randomBytes(size)
  expect(unpadOaep(padded(message), label)).toEqual(message)
})

test('a changed byte, another label, another hash and a short block give no message', () => {
  const good = padded(Buffer.from('secret'))
  for (let at = 0; at < good.length; at += 1) {
    const bad = Buffer.from(good)
    bad[at] = (bad[at] ?? 0) ^ 1
    expect(unpadOaep(bad, label)?.toString()).not.toBe('secret')
  }
  expect(unpadOaep(good, randomBytes(32))).toBeUndefined()
  expect(unpadOaep(padded(Buffer.from('secret'), { oaepHash: 'sha1' }), label)).toBeUndefined()
  expect(unpadOaep(good.subarray(0, 60), label)).toBeUndefined()
  expect(unpadOaep(Buffer.alloc(256), label)).toBeUndefined()
})
