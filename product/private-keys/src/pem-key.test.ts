import { constants, generateKeyPairSync, publicEncrypt, randomBytes, verify } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { openPemKey } from './open-key.ts'

describe('a key in a PEM file', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = openPemKey(pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(), 'signing key')
  const label = randomBytes(32)
  const sealed = (oaepHash: string, oaepLabel: Buffer) =>
    publicEncrypt(
      { key: pair.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash, oaepLabel },
      Buffer.from('secret'),
    )

  test('makes signatures that OpenSSL verifies', async () => {
    const data = Buffer.from('a request')
    expect(verify('sha256', data, pair.publicKey, await key.sign(data))).toBe(true)
  })

  test('decrypts what was encrypted to it with this label and hash, and nothing else', async () => {
    const right = sealed('sha256', label)
    expect(String(await key.decrypt(right, label))).toBe('secret')
    expect(await key.decrypt(right, randomBytes(32))).toBeUndefined()
    expect(await key.decrypt(sealed('sha1', label), label)).toBeUndefined()
    // The first byte may be 0, and means nothing then. The last one always counts.
    expect(await key.decrypt(right.subarray(0, -1), label)).toBeUndefined()
  })

  test('leaves the main thread free while it signs and decrypts', async () => {
    const work = [key.sign(Buffer.from('a request')), key.decrypt(sealed('sha256', label), label)]
    const first = await Promise.race([...work, setImmediate('the loop')])
    expect(first).toBe('the loop')
    expect(await Promise.all(work)).toHaveLength(2)
  })
})
