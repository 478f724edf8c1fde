import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A folder for what a bench leaves behind, which others may enter: PostgreSQL does not run as root. A bench that is
 * told to end does so at once; what it has started ends with it, and then the folder goes.
 */
export async function workFolder(name) {
  const path = await mkdtemp(join(tmpdir(), `ekyc-bench-${name}-`))
  await chmod(path, 0o755)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
  process.once('exit', () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
