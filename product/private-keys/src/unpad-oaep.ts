import { createHash } from 'node:crypto'

const hashSize = 32

/**
 * Decodes EME-OAEP (RFC 8017, 7.1.2) with SHA-256, for tokens that offer raw RSA but whose OAEP supports SHA-1 only.
 * The whole block is read before the function returns, so that its duration does not reveal what is wrong.
 * @returns undefined when the padding is wrong
 */
export function unpadOaep(encoded: Uint8Array, label: Uint8Array): Buffer | undefined {
  if (encoded.length < 2 * hashSize + 2) return undefined
  const maskedSeed = encoded.subarray(1, 1 + hashSize)
  const maskedBlock = encoded.subarray(1 + hashSize)
  const seed = xor(maskedSeed, mask(maskedBlock, hashSize))
  const block = xor(maskedBlock, mask(seed, maskedBlock.length))

  let wrong = encoded[0] ?? 1
  for (const [at, byte] of sha256(label).entries()) wrong |= byte ^ (block[at] ?? 0)
  let isBefore = 1
  let start = 0
  for (const [at, byte] of block.entries()) {
    if (at < hashSize) continue
    const isOne = isZero(byte ^ 1)
    start |= (isBefore & isOne) * (at + 1)
    wrong |= isBefore & (1 - isOne) & (1 - isZero(byte))
    isBefore &= 1 - isOne
  }
  return (wrong | isBefore) === 0 ? block.subarray(start) : undefined
}

function isZero(byte: number): number {
  return ((byte - 1) >>> 31) & 1
}

/** Computes the mask generation function MGF1 (RFC 8017, B.2.1). */
function mask(seed: Uint8Array, size: number): Buffer {
  const counters = Array.from({ length: Math.ceil(size / hashSize) }, (_, index) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(index)
    return sha256(seed, counter)
  })
  return Buffer.concat(counters).subarray(0, size)
}

function sha256(...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function xor(one: Uint8Array, other: Uint8Array): Buffer {
  return Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)))
}
