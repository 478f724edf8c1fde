import { execFile } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { listHeadsCovering, type EvidenceAuditRow } from '../../database/kyc/evidence.ts'
import type { SqlRunner } from '../../database/link/sql.ts'
import {
  signedTextOfMark,
  rowDigestLines,
  auditRowText,
  type AuditSeals,
} from '../../domain/audit/audit-seal.ts'

export type EvidencePack = Awaited<ReturnType<typeof createEvidencePack>>

/** The first line of the manifest. The signature covers this line too, because `signPage` adds it. */
const firstLine = 'ekyc page 1\n'

/** Creates a pack on the disk, because it may be larger than memory. Only this account may read the folder. */
export async function createEvidencePack() {
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'))
  const hashes = new Map<string, Hash>()

  async function add(name: string, content: string | Uint8Array): Promise<void> {
    const file = join(folder, name)
    const hash = hashes.get(name)
    if (!hash) await mkdir(dirname(file), { recursive: true })
    hashes.set(name, (hash ?? createHash('sha256')).update(content))
    // tar keeps these rights in the archive.
    await appendFile(file, content, { mode: 0o600 })
  }

  return {
    add,
    async addLines(name: string, lines: string[]): Promise<void> {
      if (lines.length > 0) await add(name, `${lines.join('\n')}\n`)
    },
    async close(seals: AuditSeals, target: string): Promise<void> {
      for (const [index, pem] of seals.publicKeys().entries()) await add(`keys/${index + 1}.pem`, pem)
      const lines = [...hashes].map(([name, hash]) => `${hash.digest('hex')}  ${name}\n`).toSorted()
      const page = lines.join('')
      await add('manifest.txt', firstLine + page)
      await add('manifest.sig', seals.signPage(page).subarray(4))
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
    drop: () => rm(folder, { recursive: true }),
  }
}

export async function fillTemplate(name: string, values: Record<string, string | number>): Promise<string> {
  const page = await readFile(join(import.meta.dirname, name), 'utf8')
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_whole, key: string) => String(values[key] ?? ''))
}

/**
 * `audit.jsonl` gets the rows whose digest is in the list that the head signs. `audit-attested.jsonl` gets all other
 * rows, which only the pack's own signature covers.
 */
export function createAuditRowWriter(pack: EvidencePack, db: SqlRunner) {
  const packedHeads = new Set<number>()
  const counts = { proven: 0, attested: 0, notAsSealed: 0 }
  return { counts, add }

  async function add(rows: EvidenceAuditRow[]): Promise<void> {
    const heads = await packHeads(rows.flatMap(({ position }) => position ?? []))
    const proven: string[] = []
    const attested: string[] = []
    for (const { position, seal: _seal, sealedDigest, mac, ...row } of rows) {
      const text = auditRowText(position ?? 0, row, mac)
      const head = position === null ? undefined : heads.find(one => one.position >= position)
      if (head?.lines.includes(createHash('sha256').update(text).digest('hex'))) {
        proven.push(text)
        continue
      }
      const isChanged = head !== undefined && sealedDigest === null
      if (isChanged) counts.notAsSealed += 1
      const why = head ? (isChanged ? 'NOT AS SEALED' : 'personal data erased since') : 'not sealed yet'
      attested.push(JSON.stringify({ why, head: head?.number ?? null, ...JSON.parse(text) }))
    }
    counts.proven += proven.length
    counts.attested += attested.length
    await pack.addLines('audit.jsonl', proven)
    await pack.addLines('audit-attested.jsonl', attested)
  }

  /** Packs the heads of these rows alone, because the heads of a whole month may be larger than memory. */
  async function packHeads(
    positions: number[],
  ): Promise<{ number: number; position: number; lines: string }[]> {
    const heads: { number: number; position: number; lines: string }[] = []
    // One after the other, because a page of rows may have more heads than a process may open files.
    for (const head of await listHeadsCovering(db, { positions })) {
      const { number, position } = head
      const lines = rowDigestLines(head.rowDigests)
      heads.push({ number, position, lines })
      if (packedHeads.has(number)) continue
      packedHeads.add(number)
      await pack.add(`heads/${number}.txt`, signedTextOfMark('head', head))
      await pack.add(`heads/${number}.sig`, head.signature.subarray(4))
      if (lines !== '') await pack.add(`heads/${number}.rows`, lines)
    }
    return heads
  }
}
