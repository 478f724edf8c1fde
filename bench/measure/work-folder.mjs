import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for what a bench leaves behind, which others may enter: PostgreSQL does not run as root. */
export async function workFolder(name) {
  const path = await mkdtemp(join(tmpdir(), `ekyc-bench-${name}-`))
  await chmod(path, 0o755)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
