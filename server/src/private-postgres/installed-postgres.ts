import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Folders that contain one folder per version, and the programs' folder in each. */
const usualPlaces = [
  { root: '/usr/lib/postgresql', bin: 'bin' },
  { root: '/usr', bin: 'bin', named: /^pgsql-\d+$/ },
  { root: '/opt/homebrew/opt', bin: 'bin', named: /^postgresql@\d+$/ },
  { root: '/usr/local/opt', bin: 'bin', named: /^postgresql@\d+$/ },
  { root: '/home/linuxbrew/.linuxbrew/opt', bin: 'bin', named: /^postgresql@\d+$/ },
  { root: '/Applications/Postgres.app/Contents/Versions', bin: 'bin' },
  { root: 'C:\\Program Files\\PostgreSQL', bin: 'bin' },
]

/** Lists the folders with the programs of an installed PostgreSQL: those on the PATH, then the newest version first. */
export function installedPostgres(): string[] {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '')
  const usual = usualPlaces.flatMap(({ root, bin, named = /^\d+$/ }) =>
    versionsIn(root, named).map(version => join(root, version, bin)),
  )
  return [...new Set([...onPath, ...usual])].filter(holdsPostgres)
}

function versionsIn(root: string, named: RegExp): string[] {
  if (!existsSync(root)) return []
  return readdirSync(root)
    .filter(name => named.test(name))
    .toSorted((one, other) => versionOf(other) - versionOf(one))
}

function versionOf(name: string): number {
  return Number(/\d+/.exec(name)?.[0])
}

function holdsPostgres(folder: string): boolean {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return ['postgres', 'initdb', 'pg_ctl'].every(name => existsSync(join(folder, name + suffix)))
}
