import { randomBytes } from 'node:crypto'

import { seededRandom } from './seeded-random.ts'

/**
 * Makes an iris image record (ISO/IEC 19794-6) with one view. The picture is noise and shows no real eye. The picture
 * begins with a code that comes from the eye's name alone, and in which each capture flips some bits.
 */
export function irisImage(eye: string): Buffer {
  const code = irisCode(eye).map(byte => byte ^ turnedBits())
  const picture = Buffer.concat([code, randomBytes(pictureLength - codeLength)])
  const header = Buffer.alloc(headerLength)
  header.write(magic, 0, 'latin1')
  header.writeUInt32BE(headerLength + picture.length, 8)
  header.writeUInt16BE(1, 12) // number of views
  return Buffer.concat([header, picture])
}

/** Tells whether the record shows the eye. The codes of two different eyes differ in about half of their bits. */
export function isIrisOf(record: Buffer, eye: string): boolean {
  if (record.length !== headerLength + pictureLength || record.toString('latin1', 0, magic.length) !== magic)
    throw new Error('The record is no iris image of ISO/IEC 19794-6')
  const enrolled = irisCode(eye)
  const shown = record.subarray(headerLength, headerLength + codeLength)
  const different = shown.reduce((sum, byte, at) => sum + bitsOf(byte ^ (enrolled[at] ?? 0)), 0)
  return different / (codeLength * 8) < mostDifferent
}

const magic = 'IIR\x00020\0'
const headerLength = 16
/** The length of the picture in bytes, which is usual for a compressed picture of an iris. */
const pictureLength = 2_000
const codeLength = 256
const mostDifferent = 0.32
const turned = 0.08

function irisCode(eye: string): Uint8Array {
  const random = seededRandom(`iris ${eye}`)
  return Uint8Array.from({ length: codeLength }, () => Math.floor(random() * 256))
}

function turnedBits(): number {
  return Array.from({ length: 8 }).reduce<number>(byte => (byte << 1) | Number(Math.random() < turned), 0)
}

function bitsOf(byte: number): number {
  return byte === 0 ? 0 : (byte & 1) + bitsOf(byte >> 1)
}
