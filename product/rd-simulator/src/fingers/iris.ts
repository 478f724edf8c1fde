import { randomBytes } from 'node:crypto'

/** Makes an iris image record (ISO/IEC 19794-6) of one view. Its picture is noise, from no real eye. */
export function irisImage(): Buffer {
  const picture = randomBytes(pictureLength)
  const header = Buffer.alloc(headerLength)
  header.write(magic, 0, 'latin1')
  header.writeUInt32BE(headerLength + picture.length, 8)
  header.writeUInt16BE(1, 12) // views
  return Buffer.concat([header, picture])
}

const magic = 'IIR\x00020\0'
const headerLength = 16
/** The usual size of a compressed picture of an iris. */
const pictureLength = 2_000
