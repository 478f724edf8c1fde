import { execFile } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { mkdir, mkdtemp, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import type { AuditSeals } from '../../domain/audit/audit-seal.ts'

export type Pack = {
  add(name: string, content: string | Uint8Array): Promise<void>
  addLine(name: string, value: unknown): Promise<void>
  /** Writes the manifest, its signature and the public keys, and packs all files into the archive `target`. */
  close(seals: AuditSeals, target: string): Promise<void>
  drop(): Promise<void>
}

/** The first line of the manifest. The signature covers this line too, because `signPage` adds it. */
const firstLine = 'ekyc page 1\n'
const pauseAfter = 500

/** Creates a pack on the disk, because it may be larger than memory. Only this account may read the folder. */
export async function createPack(): Promise<Pack> {
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
    addLine: (name, value) => add(name, `${JSON.stringify(value)}\n`),
    async close(seals, target) {
      for (const [index, pem] of seals.publicKeys().entries()) await add(`keys/${index + 1}.pem`, pem)
      const lines = [...hashes].map(([name, hash]) => `${hash.digest('hex')}  ${name}\n`).toSorted()
      const page = lines.join('')
      await add('manifest.txt', firstLine + page)
      await add('manifest.sig', seals.signPage(page).subarray(4))
      await closeAll()
      await promisify(execFile)('tar', ['-czf', `${target}.part`, '-C', folder, '.'])
      await rename(`${target}.part`, target)
    },
    async drop() {
      await closeAll()
      await rm(folder, { recursive: true })
    },
  }
}

export async function pageOf(name: string, values: Record<string, string>): Promise<string> {
  const page = await readFile(join(import.meta.dirname, name), 'utf8')
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_whole, key: string) => values[key] ?? '')
}
