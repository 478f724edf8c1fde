import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

import { run } from './run.ts'

/** Debian's packages are installed by root, and by a CI's account that may become root (GitHub's runners). */
export function mayInstallDebianPackages(): boolean {
  return asRoot() !== undefined && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
}

/** Installs nothing where it may not. The caller looks whether the packages are there afterwards. */
export async function installDebianPackages(...names: string[]): Promise<void> {
  if (!mayInstallDebianPackages()) return
  const prefix = asRoot() ?? []
  const aptGet = (...words: string[]) =>
    run('env', [...prefix, 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...words], { quiet: true })
  await aptGet('update')
  // apt installs nothing where it does not know one name; Ubuntu lacks some of Debian's.
  const { output } = await run('apt-cache', ['pkgnames'], { quiet: true })
  const known = new Set(output.split('\n'))
  await aptGet('install', '-y', '--no-install-recommends', ...names.filter(name => known.has(name)))
}

/** The words before a command that make it root's; undefined where nothing does. */
function asRoot(): string[] | undefined {
  if (process.getuid?.() === 0) return []
  const isAllowed = process.env['CI'] && spawnSync('sudo', ['-n', 'true']).status === 0
  return isAllowed ? ['sudo', '-n', 'env'] : undefined
}
