import { seededRandom } from '../fingers/seeded-random.ts'

/**
 * A small grey JPEG (baseline, 96 × 120) of nobody: a head and shoulders in blocks of 8 × 8, shaded by the seed.
 * Every block is flat, so the whole encoder is the DC coefficient and an end of block.
 */
export function portrait(seed: string): Buffer {
  const random = seededRandom(`portrait ${seed}`)
  const shades = { background: 150 + random() * 90, skin: 70 + random() * 90, clothes: 20 + random() * 120 }
  const bits: string[] = []
  let last = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const shade = shades[partAt(column, row)]
      // A flat block of that shade: its DC coefficient, quantised by 8, is the shade less 128.
      const level = Math.round(shade) - 128
      bits.push(dcBits(level - last), endOfBlock)
      last = level
    }
  }
  return Buffer.concat([header(), entropyCoded(bits.join('')), Buffer.from([0xff, 0xd9])])
}

const columns = 12
const rows = 15

function partAt(column: number, row: number): 'background' | 'skin' | 'clothes' {
  const x = column - (columns - 1) / 2
  if ((x / 2.8) ** 2 + ((row - 5.5) / 3.8) ** 2 <= 1) return 'skin'
  return (x / 5.2) ** 2 + ((row - 15) / 5) ** 2 <= 1 ? 'clothes' : 'background'
}

/** Code words for the number of bits a DC difference takes, 0 to 9: four bits each, in order. */
function dcBits(difference: number): string {
  const size = difference === 0 ? 0 : Math.abs(difference).toString(2).length
  const category = size.toString(2).padStart(4, '0')
  if (size === 0) return category
  const value = difference > 0 ? difference : difference + 2 ** size - 1
  return category + value.toString(2).padStart(size, '0')
}

/** The only AC code word there is. */
const endOfBlock = '0'

function header(): Buffer {
  const size = [0, rows * 8, 0, columns * 8]
  const dcCounts = [0, 0, 0, 10, ...Array.from({ length: 12 }, () => 0)]
  const acCounts = [1, ...Array.from({ length: 15 }, () => 0)]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    segment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
    segment(0xc4, [0x00, ...dcCounts, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    segment(0xc4, [0x10, ...acCounts, 0]),
    segment(0xda, [1, 1, 0x00, 0, 63, 0]),
  ])
}

function segment(marker: number, content: number[]): Buffer {
  const length = content.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...content])
}

/** The bits as bytes, filled up with ones; a byte FF is followed by 00 so that it is no marker. */
function entropyCoded(bits: string): Buffer {
  const bytes = bits.match(/.{1,8}/g)?.map(byte => Number.parseInt(byte.padEnd(8, '1'), 2)) ?? []
  return Buffer.from(bytes.flatMap(byte => (byte === 0xff ? [0xff, 0] : [byte])))
}
