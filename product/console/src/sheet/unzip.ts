import { importLimits, mostLines } from '@ekyc/contract/console/sheet-lines'

/** Reports a file that is no archive or is damaged, or an archive that holds more bytes or files than allowed. */
export class BadArchive extends Error {
  readonly isTooLarge: boolean
  constructor(isTooLarge: boolean) {
    super('bad archive')
    this.isTooLarge = isTooLarge
  }
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endBytes = 22
const entryBytes = 46
const stored = 0
const deflated = 8
const mostEntries = 1_000

type Files = Record<string, Uint8Array>

/**
 * Unpacks an archive for the package read-excel-file, instead of the package `fflate`. `fflate` has no size limit, and
 * it starts workers from texts, which the console's Content-Security-Policy forbids.
 * @param tell a callback that gets a BadArchive, or the files
 */
export function unzip(archive: Uint8Array<ArrayBuffer>, tell: (error: unknown, files?: Files) => void): void {
  unpacked(archive).then(
    files => tell(null, files),
    (error: unknown) => tell(error instanceof BadArchive ? error : new BadArchive(false)),
  )
}

/** The package read-excel-file expects this function of `fflate`. */
export function strFromU8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

async function unpacked(archive: Uint8Array<ArrayBuffer>): Promise<Files> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const files: [name: string, file: Uint8Array][] = []
  let left: number = importLimits.unpackedBytes
  for (const { name, method, from, to } of entriesOf(view)) {
    if (!/\.(?:xml|rels)$/.test(name)) continue
    if (method !== stored && method !== deflated) throw new BadArchive(false)
    const packed = archive.subarray(from, to)
    const file = method === stored ? packed : await inflated(packed, left)
    left -= file.byteLength
    if (left < 0) throw new BadArchive(true)
    refuseFarCells(strFromU8(file))
    files.push([name, file])
  }
  return Object.fromEntries(files)
}

const tags = /<(?:[\w.-]+:)?(?:row|c)\s(?:[^>"']|"[^"]*"|'[^']*')*>/g
/** The last row of a spreadsheet program. Such programs write rows and cells with a format alone, up to this row. */
const lastRow = 1_048_576

/** Refuses a cell that is far from all others, because the package would fill the whole sheet up to this cell. */
function refuseFarCells(xml: string): void {
  for (const [tag] of xml.matchAll(tags)) {
    const [, , place] = /\sr\s*=\s*(["'])(.*?)\1/.exec(tag) ?? []
    const [, column = '', row = ''] = /^([A-Z]{0,3})(\d{1,7})$/.exec(place ?? 'A1') ?? []
    const isEmpty = tag.endsWith('/>')
    const columnNumber = Array.from(column).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    if (row === '' || Number(row) > (isEmpty ? lastRow : mostLines + 1)) throw new BadArchive(true)
    if (!isEmpty && columnNumber > importLimits.cells) throw new BadArchive(true)
  }
}

/** Reads the central directory of the archive. The record at the archive's end tells where the directory begins. */
function entriesOf(view: DataView) {
  let end = view.byteLength - endBytes
  while (end >= 0 && view.getUint32(end, true) !== endSignature) end -= 1
  if (end < 0) throw new BadArchive(false)
  const count = view.getUint16(end + 10, true)
  if (count > mostEntries) throw new BadArchive(true)
  const text = new TextDecoder()
  let at = view.getUint32(end + 16, true)
  return Array.from({ length: count }, () => {
    if (view.getUint32(at, true) !== entrySignature) throw new BadArchive(false)
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map(place => view.getUint16(at + place, true))
    const local = view.getUint32(at + 42, true)
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const entry = {
      name: text.decode(new Uint8Array(view.buffer, view.byteOffset + at + entryBytes, nameBytes)),
      method: view.getUint16(at + 10, true),
      from,
      to: from + view.getUint32(at + 20, true),
    }
    at += entryBytes + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0)
    return entry
  })
}

async function inflated(
  packed: Uint8Array<ArrayBuffer>,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > mostBytes) {
      await reader.cancel()
      throw new BadArchive(true)
    }
    parts.push(part.value)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
