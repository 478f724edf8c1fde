import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

export type Secret = { name: string; value: string }

/** The place where a secret was found, without the secret itself. */
export type Finding = { name: string; spelling: string; file: string }

/**
 * Searches every file below a folder for each secret in these spellings: unchanged, base64 at any offset, base64url,
 * hex and UTF-16. If a secret is base64 itself, the function also searches for its decoded bytes.
 * @param except folders to leave out
 */
export async function findSecrets(
  folder: string,
  secrets: Secret[],
  { except = [] }: { except?: string[] } = {},
): Promise<Finding[]> {
  const needles = secrets.flatMap(needlesOf)
  const needlesIn = searcherFor(needles)
  const findings: Finding[] = []
  for await (const file of filesBelow(folder, except)) {
    const bytes = await readFile(file).catch(ignoreGone)
    if (!bytes) continue
    const found = needlesIn(bytes)
    for (const needle of needles.filter(one => found.has(one)))
      findings.push({ name: needle.name, spelling: needle.spelling, file: relative(folder, file) })
  }
  return findings
}

type Needle = { name: string; spelling: string; bytes: Buffer }

/** The minimum length of a secret, in bytes. Shorter secrets would be found by chance. */
const leastBytes = 6
/** The length of a piece in bytes. Long values are searched in pieces, because databases may cut and compress them. */
const pieceLength = 16
const pieces = 8

function needlesOf({ name, value }: Secret): Needle[] {
  const text = Buffer.from(value)
  if (text.length < leastBytes) throw new Error(`${name} is too short to be looked for`)
  const parts = [
    { what: 'text', bytes: text },
    ...(isBase64(value) ? [{ what: 'bytes', bytes: Buffer.from(value, 'base64') }] : []),
  ].flatMap(({ what, bytes }) => cut(bytes).map(piece => ({ what, bytes: piece })))

  return parts.flatMap(({ what, bytes }) => {
    const hex = bytes.toString('hex')
    const base64 = [0, 1, 2].map(offset => base64Within(bytes, offset))
    const spellings: [string, Buffer][] = [
      ['raw', bytes],
      ['UTF-16', Buffer.from(bytes.toString('latin1'), 'utf16le')],
      ['hex', Buffer.from(hex)],
      ['HEX', Buffer.from(hex.toUpperCase())],
      ...base64.map((encoded): [string, Buffer] => ['base64', Buffer.from(encoded)]),
      ...base64
        .filter(encoded => /[+/]/.test(encoded))
        .map((encoded): [string, Buffer] => [
          'base64url',
          Buffer.from(encoded.replaceAll('+', '-').replaceAll('/', '_')),
        ]),
    ]
    return spellings.map(([spelling, needle]) => ({
      name,
      spelling: `${spelling} of its ${what}`,
      bytes: needle,
    }))
  })
}

/** Returns a function that finds all needles in one pass over a file, by an index of their first three bytes. */
function searcherFor(needles: Needle[]): (haystack: Buffer) => Set<Needle> {
  const isStart = new Uint8Array(1 << 24)
  const byStart = new Map<number, Needle[]>()
  for (const needle of needles) {
    const start = needle.bytes.readUIntBE(0, 3)
    isStart[start] = 1
    byStart.set(start, [...(byStart.get(start) ?? []), needle])
  }
  return haystack => {
    const found = new Set<Needle>()
    let lastThree = 0
    for (let at = 0; at < haystack.length; at += 1) {
      lastThree = ((lastThree << 8) | (haystack[at] ?? 0)) & 0xff_ffff
      if (isStart[lastThree] === 0 || at < 2) continue
      for (const needle of byStart.get(lastThree) ?? [])
        if (standsAt(at - 2, needle.bytes, haystack)) found.add(needle)
    }
    return found
  }
}

/** Tells whether a needle is at a place. A number inside a longer word or number, such as a time, does not count. */
function standsAt(place: number, needle: Buffer, haystack: Buffer): boolean {
  const end = place + needle.length
  if (!haystack.subarray(place, end).equals(needle)) return false
  const isNumber = /^\d+$/.test(needle.toString('latin1'))
  return !isNumber || (!isWord(haystack[place - 1]) && !isWord(haystack[end]))
}

function isWord(byte: number | undefined): boolean {
  return byte !== undefined && /[0-9A-Za-z]/.test(String.fromCharCode(byte))
}

function cut(bytes: Buffer): Buffer[] {
  if (bytes.length <= pieceLength * 2) return [bytes]
  const step = (bytes.length - pieceLength) / (pieces - 1)
  return Array.from({ length: pieces }, (_none, index) => {
    const start = Math.floor(index * step)
    return bytes.subarray(start, start + pieceLength)
  })
}

/** Returns the base64 characters that depend only on these bytes, if the bytes begin at this offset modulo 3. */
function base64Within(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const isWhole = (offset + bytes.length) % 3 === 0
  return encoded.slice(Math.ceil((offset * 8) / 6), isWhole ? undefined : -1)
}

function isBase64(value: string): boolean {
  return value.length >= 24 && value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value)
}

async function* filesBelow(folder: string, except: string[]): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !except.includes(path)) yield* filesBelow(path, except)
    if (entry.isFile()) yield path
  }
}

function ignoreGone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
