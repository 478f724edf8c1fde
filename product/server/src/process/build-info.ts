import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')
const commitForm = /^[\w.-]{1,64}$/

export const buildInfo = { version: versionNow(), commit: commitNow() }

function versionNow(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

/** Returns the commit in COMMIT, or else of the checkout or release archive. An image has neither, but has COMMIT. */
function commitNow(): string {
  const named = process.env['COMMIT'] ?? ''
  if (commitForm.test(named)) return named
  // If this folder is inside the checkout of another project, git would return that project's commit.
  if (!existsSync(join(root, '.git'))) return commitOfArchive()
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}

function commitOfArchive(): string {
  const file = join(root, 'RELEASE')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return /^COMMIT=([0-9a-f]{12})/m.exec(text)?.[1] ?? 'unknown'
}
