import { imageHeight, imageWidth, impressionOf, type Minutia } from './minutiae.ts'

/**
 * Makes the finger image record (ISO 19794-4:2005, uncompressed) of one capture of the synthetic finger. The image shows
 * the centre of the finger, 88 × 88 pixels, with ridges around its minutiae. The record has about 8 KB. Together with the
 * template, it gives a capture of fType 2 its usual size.
 */
export function fingerImage(finger: string, impression: number): Buffer {
  const pixels = ridges(impressionOf(finger, impression))
  const header = Buffer.alloc(generalHeaderLength + fingerHeaderLength)
  header.write(magic, 0, 'latin1')
  header.writeUIntBE(header.length + pixels.length, 8, 6)
  header.writeUInt16BE(31, 16) // image acquisition level
  header.writeUInt8(1, 18) // number of fingers
  header.writeUInt8(2, 19) // unit: pixels per centimetre
  for (const at of [20, 22, 24, 26]) header.writeUInt16BE(pixelsPerCm, at)
  header.writeUInt8(8, 28) // bits per pixel
  header.writeUInt32BE(fingerHeaderLength + pixels.length, generalHeaderLength)
  header.writeUInt8(1, generalHeaderLength + 5) // number of views
  header.writeUInt8(1, generalHeaderLength + 6) // number of this view
  header.writeUInt16BE(side, generalHeaderLength + 9)
  header.writeUInt16BE(side, generalHeaderLength + 11)
  return Buffer.concat([header, pixels])
}

const magic = 'FIR\x00010\0'
const generalHeaderLength = 32
const fingerHeaderLength = 14
const pixelsPerCm = 197
const side = 88
const ridgePeriod = 9

/** Draws rings around the centre. Their phase turns once around each minutia, so that a ridge ends or forks there. */
function ridges(minutiae: Minutia[]): Buffer {
  const pixels = Buffer.alloc(side * side)
  const left = (imageWidth - side) / 2
  const top = (imageHeight - side) / 2
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const x = left + column
      const y = top + row
      let phase = (2 * Math.PI * Math.hypot(x - imageWidth / 2, y - imageHeight / 2)) / ridgePeriod
      for (const minutia of minutiae) {
        phase += Math.atan2(y - minutia.y, x - minutia.x) * (minutia.kind === 1 ? 1 : -1)
      }
      pixels[row * side + column] = Math.round(127.5 + 127.5 * Math.cos(phase))
    }
  }
  return pixels
}
