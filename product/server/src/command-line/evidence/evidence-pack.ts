import { execFile } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { listHeadsCovering, type EvidenceAuditRow } from '../../database/kyc/evidence.ts'
import type { SqlRunner } from '../../database/link/sql-runner.ts'
import {
  signedTextOfMark,
  rowDigestLines,
  auditRowText,
  type AuditSeals,
  type SignedMark,
} from '../../domain/audit/audit-seal.ts'

export type EvidencePack = Awaited<ReturnType<typeof createEvidencePack>>

/** The first line of the manifest. The signature covers this line too, because `signPage` adds it. */
const firstLine = 'ekyc page 1\n'
const pauseAfter = 500

/** Creates a pack on the disk, because it may be larger than memory. Only this account may read the folder. */
export async function createEvidencePack() {
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'))
  const hashes = new Map<string, Hash>()
  const opened = new Map<string, FileHandle>()

  async function add(name: string, content: string | Uint8Array): Promise<void> {
    let file = opened.get(name)
    if (!file) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      file = await open(join(folder, name), 'a', 0o600)
      // Limits the number of open files. Most files are complete after one call; longer ones are opened again.
      if (opened.size >= pauseAfter) await closeAll()
      opened.set(name, file)
    }
    const hash = hashes.get(name) ?? createHash('sha256')
    hashes.set(name, hash.update(content))
    await file.appendFile(content)
  }

  async function closeAll(): Promise<void> {
    for (const file of opened.values()) await file.close()
    opened.clear()
  }

  return {
    add,
    addLine: (name: string, value: unknown) => add(name, `${JSON.stringify(value)}\n`),
    /** Writes the manifest, its signature and the public keys, and packs all files into the archive `target`. */
    async close(seals: AuditSeals, target: string): Promise<void> {
      for (const [index, pem] of seals.publicKeys().entries()) await add(`keys/${index + 1}.pem`, pem)
      const lines = [...hashes].map(([name, hash]) => `${hash.digest('hex')}  ${name}\n`).toSorted()
      const page = lines.join('')
      await add('manifest.txt', firstLine + page)
      await add('manifest.sig', seals.signPage(page).subarray(4))
      await closeAll()
      // GNU tar takes a relative name with a colon for a file of another computer.
      const part = resolve(`${target}.part`)
      // tar keeps the rights of a file that is there.
      await writeFile(part, '', { mode: 0o600 })
      try {
        await promisify(execFile)('tar', ['-czf', part, '-C', folder, '.'])
        await rename(part, target)
      } catch (error) {
        await rm(part)
        throw error
      }
    },
    async drop(): Promise<void> {
      await closeAll()
      await rm(folder, { recursive: true })
    },
  }
}

export async function fillTemplate(name: string, values: Record<string, string>): Promise<string> {
  const page = await readFile(join(import.meta.dirname, name), 'utf8')
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_whole, key: string) => values[key] ?? '')
}

/** The reason why an outsider cannot verify an audit row by a signed head. */
type Unproven = 'not sealed yet' | 'personal data erased since' | 'NOT AS SEALED'

const headsAtOnce = 500

/**
 * Returns `add`, which adds audit rows to a pack with the signed heads that cover them, and the `counts` of these rows.
 * `audit.jsonl` gets the rows whose digest is in the list that the head signs. `audit-attested.jsonl` gets all other
 * rows, which only the pack's own signature covers.
 */
export function createAuditRowWriter(pack: EvidencePack, db: SqlRunner) {
  const packedHeads = new Set<number>()
  const counts = { proven: 0, attested: 0, notAsSealed: 0 }
  return { counts, add }

  async function add(rows: EvidenceAuditRow[]): Promise<void> {
    const heads = await headsOf(rows)
    for (const { position, seal: _seal, sealedDigest, mac, ...row } of rows) {
      const head = position === null ? undefined : coveringHead(heads, position)
      const text = auditRowText(position ?? 0, row, mac)
      const why = reasonOf(text, { head, isErased: sealedDigest !== null })
      if (why === undefined) {
        counts.proven += 1
        await pack.add('audit.jsonl', `${text}\n`)
      } else {
        counts.attested += 1
        if (why === 'NOT AS SEALED') counts.notAsSealed += 1
        await pack.addLine('audit-attested.jsonl', { why, head: head?.number ?? null, ...JSON.parse(text) })
      }
    }
  }

  /** Returns the heads of these rows alone, because the heads of a whole month may be larger than memory. */
  async function headsOf(rows: EvidenceAuditRow[]): Promise<Head[]> {
    const positions = rows.flatMap(({ position }) => position ?? [])
    const heads: Head[] = []
    for (let from = 0; from < positions.length; from += headsAtOnce)
      for (const head of await listHeadsCovering(db, {
        positions: positions.slice(from, from + headsAtOnce),
      })) {
        const lines = rowDigestLines(head.rowDigests)
        await packHead(head, lines)
        heads.push({ number: head.number, position: head.position, lines: new Set(lines.split('\n')) })
      }
    return heads.toSorted((one, other) => one.position - other.position)
  }

  async function packHead(head: SignedMark, lines: string): Promise<void> {
    if (packedHeads.has(head.number)) return
    packedHeads.add(head.number)
    const name = `heads/${head.number}`
    await pack.add(`${name}.txt`, signedTextOfMark('head', head))
    await pack.add(`${name}.sig`, head.signature.subarray(4))
    if (lines !== '') await pack.add(`${name}.rows`, lines)
  }
}

type Head = { number: number; position: number; lines: Set<string> }

function reasonOf(
  text: string,
  { head, isErased }: { head: Head | undefined; isErased: boolean },
): Unproven | undefined {
  if (!head) return 'not sealed yet'
  if (head.lines.has(createHash('sha256').update(text).digest('hex'))) return undefined
  return isErased ? 'personal data erased since' : 'NOT AS SEALED'
}

/** Finds the head that covers an audit row: the first head at or after the row's position. */
function coveringHead(sorted: Head[], position: number): Head | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.position ?? 0) < position) low = middle + 1
    else high = middle
  }
  return sorted[low]
}
