/** Reports an archive that is none, is damaged, or holds more than may be unpacked. */
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

/**
 * Unpacks the files of a zip archive whose names fit. The bytes that come out are counted while they come, since an
 * archive may lie about its sizes.
 * @throws BadArchive
 */
export async function unzip(
  archive: Uint8Array<ArrayBuffer>,
  { isWanted, mostBytes }: { isWanted: (name: string) => boolean; mostBytes: number },
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  let left = mostBytes
  try {
    for (const { name, method, from, to } of entriesOf(view)) {
      if (!isWanted(name)) continue
      const packed = archive.subarray(from, to)
      if (method !== stored && method !== deflated) throw new BadArchive(false)
      const file = method === stored ? packed.slice() : await inflated(packed, left)
      left -= file.byteLength
      if (left < 0) throw new BadArchive(true)
      files.set(name, file)
    }
  } catch (error) {
    throw error instanceof BadArchive ? error : new BadArchive(false)
  }
  return files
}

/** Reads the central directory, whose places are told from the archive's end. */
function entriesOf(view: DataView) {
  let end = view.byteLength - endBytes
  while (end >= 0 && view.getUint32(end, true) !== endSignature) end -= 1
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

/**
 * Packs files into an archive without compression. The reader of workbooks unpacks such an archive at once, where it
 * would start a worker from a text for a compressed one, which the console's Content-Security-Policy forbids.
 */
export function zipOf(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): ArrayBuffer {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const [name, file] of files) {
    const path = new TextEncoder().encode(name)
    const sizes = { 18: file.byteLength, 22: file.byteLength }
    const local = header(30, { 0: 0x04034b50, ...sizes }, { 4: 20, 6: 0x800, 26: path.byteLength })
    directory.push(
      header(
        entryBytes,
        { 0: entrySignature, 20: file.byteLength, 24: file.byteLength, 42: at },
        { 4: 20, 6: 20, 8: 0x800, 28: path.byteLength },
      ),
      path,
    )
    parts.push(local, path, file)
    at += local.byteLength + path.byteLength + file.byteLength
  }
  const bytes = directory.reduce((sum, part) => sum + part.byteLength, 0)
  const end = header(endBytes, { 0: endSignature, 12: bytes, 16: at }, { 8: files.size, 10: files.size })
  const all = [...parts, ...directory, end]
  const archive = new Uint8Array(at + bytes + endBytes)
  let place = 0
  for (const part of all) {
    archive.set(part, place)
    place += part.byteLength
  }
  return archive.buffer
}

function header(bytes: number, longs: Record<number, number>, shorts: Record<number, number>): Uint8Array {
  const view = new DataView(new ArrayBuffer(bytes))
  for (const [place, value] of Object.entries(longs)) view.setUint32(Number(place), value, true)
  for (const [place, value] of Object.entries(shorts)) view.setUint16(Number(place), value, true)
  return new Uint8Array(view.buffer)
}
