import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { fontMaxBytes, type BrandFont } from '@ekyc/contract/branding'

/** Reads a font file from the folder of the branding file, and checks its format and its size. */
export function readFont(brandingPath: string, name: string): { font?: BrandFont; problem?: string } {
  let bytes: Buffer
  try {
    bytes = readFileSync(join(dirname(brandingPath), name))
  } catch (error) {
    return { problem: `font names a file that cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
  if (bytes.length < headBytes || bytes.toString('latin1', 0, 4) !== 'wOF2')
    return { problem: 'font must be a WOFF2 file: its first bytes are those of another format' }
  if (bytes.length !== bytes.readUInt32BE(8))
    return {
      problem: `font must be a whole file: it has ${bytes.length} bytes, its head says ${bytes.readUInt32BE(8)}`,
    }
  if (bytes.length > fontMaxBytes)
    return {
      problem: `font must have at most ${fontMaxBytes} bytes, for slow lines: it has ${bytes.length}; a subset of your languages' letters is smaller`,
    }
  return { font: { base64: bytes.toString('base64'), isVariable: isVariable(bytes) } }
}

const headBytes = 48

/** Tells whether the font has the table `fvar` (WOFF 2.0, section 4.1), which only a font of several weights has. */
function isVariable(font: Buffer): boolean {
  const [glyf, loca, fvar, named] = [10, 11, 47, 63]
  let at = headBytes
  for (let tables = font.readUInt16BE(12); tables > 0; tables -= 1) {
    const flags = font[at] ?? 0
    const tag = flags & 63
    if (tag === fvar) return true
    const plain = tag === glyf || tag === loca ? 3 : 0
    at = afterNumber(font, at + (tag === named ? 5 : 1))
    if (flags >> 6 !== plain) at = afterNumber(font, at)
  }
  return false
}

/** Returns the position after a number of variable length. Each byte except the last has its highest bit set. */
function afterNumber(font: Buffer, start: number): number {
  let at = start
  while ((font[at] ?? 0) & 128) at += 1
  return at + 1
}
