import { imageHeight, imageWidth, impressionOf, minutiaeOf, type Minutia } from './minutiae.ts'

export type { Minutia } from './minutiae.ts'

/**
 * Makes the finger minutiae record (ISO 19794-2:2005) of a synthetic finger from the finger's name alone. No real print
 * is involved.
 * @param impression the seed of the differences between two captures of one finger; without a seed the record is the
 *   enrolled one, free of errors
 */
export function fingerTemplate(finger: string, impression?: number): Buffer {
  const minutiae = impression === undefined ? minutiaeOf(finger) : impressionOf(finger, impression)
  const length = headerLength + viewHeaderLength + minutiae.length * minutiaLength + extendedDataLength
  const record = Buffer.alloc(length)
  record.write(magic, 0, 'latin1')
  record.writeUInt32BE(length, 8)
  record.writeUInt16BE(imageWidth, 14)
  record.writeUInt16BE(imageHeight, 16)
  record.writeUInt16BE(pixelsPerCm, 18)
  record.writeUInt16BE(pixelsPerCm, 20)
  record.writeUInt8(1, 22) // number of finger views
  record.writeUInt8(quality, headerLength + 2)
  record.writeUInt8(minutiae.length, headerLength + 3)
  for (const [index, minutia] of minutiae.entries()) {
    const at = headerLength + viewHeaderLength + index * minutiaLength
    record.writeUInt16BE((minutia.kind << 14) | minutia.x, at)
    record.writeUInt16BE(minutia.y, at + 2)
    record.writeUInt8(minutia.angle, at + 4)
    record.writeUInt8(quality, at + 5)
  }
  return record
}

/** Reads the minutiae of a record's only view. Throws if the bytes are not a valid record. */
export function readTemplate(record: Buffer): Minutia[] {
  if (record.length < headerLength + viewHeaderLength + extendedDataLength) throw malformed('too short')
  if (record.toString('latin1', 0, magic.length) !== magic) throw malformed('not FMR 20')
  if (record.readUInt32BE(8) !== record.length) throw malformed('wrong length')
  if (record.readUInt8(22) !== 1) throw malformed('not one finger view')
  const width = record.readUInt16BE(14)
  const height = record.readUInt16BE(16)
  const count = record.readUInt8(headerLength + 3)
  const end = headerLength + viewHeaderLength + count * minutiaLength
  if (end + extendedDataLength + extendedLength(record, end) !== record.length) throw malformed('wrong count')
  return Array.from({ length: count }, (_, index) => {
    const at = headerLength + viewHeaderLength + index * minutiaLength
    const kind = record.readUInt8(at) >> 6
    const minutia = {
      x: record.readUInt16BE(at) & 0x3fff,
      y: record.readUInt16BE(at + 2) & 0x3fff,
      angle: record.readUInt8(at + 4),
    }
    if (minutia.x >= width || minutia.y >= height) throw malformed('minutia outside the image')
    // Kind 0 means "other" in the standard. Reading it as an ending is harmless, because kinds are not compared.
    return { ...minutia, kind: kind === 2 ? 2 : 1 }
  })
}

const magic = 'FMR\0 20\0'
const headerLength = 24
const viewHeaderLength = 4
const minutiaLength = 6
const extendedDataLength = 2
const pixelsPerCm = 197 // 500 dpi
const quality = 80

function extendedLength(record: Buffer, at: number): number {
  return at + extendedDataLength <= record.length ? record.readUInt16BE(at) : Number.NaN
}

function malformed(what: string): Error {
  return new Error(`Not a finger minutiae record: ${what}`)
}
