import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Build = { version: string; commit: string }

const root = join(import.meta.dirname, '../../../..')
const commitForm = /^[\w.-]{1,64}$/

/** The version in package.json, and the commit of this process. */
export const build: Build = { version: versionNow(), commit: commitNow() }

function versionNow(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

/** COMMIT names the commit if no checkout exists, as in an image. */
function commitNow(): string {
  const named = process.env['COMMIT'] ?? ''
  if (commitForm.test(named)) return named
  // git would name another project's commit if this folder lies inside that project's checkout.
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

/** Reads the file that a release archive has in place of a checkout's history. */
function commitOfArchive(): string {
  const file = join(root, 'RELEASE')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return /^COMMIT=([0-9a-f]{12})/m.exec(text)?.[1] ?? 'unknown'
}
