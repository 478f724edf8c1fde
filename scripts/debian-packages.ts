import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

import { run } from './run.ts'

/**
 * Tells whether this account may install Debian's packages. Root may do so, and a CI account that can become root (on
 * GitHub's runners).
 */
export function mayInstallDebianPackages(): boolean {
  return asRoot() !== undefined && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
}

/** Installs packages if this account may do so. The caller checks afterwards whether they are installed. */
export async function installDebianPackages(...names: string[]): Promise<void> {
  if (!mayInstallDebianPackages()) return
  const prefix = asRoot() ?? []
  const aptGet = (...words: string[]) =>
    run('env', [...prefix, 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...words], { quiet: true })
  await aptGet('update')
  // apt installs nothing if one of the names is unknown, and Ubuntu lacks some of Debian's packages.
  const { output } = await run('apt-cache', ['pkgnames'], { quiet: true })
  const known = new Set(output.split('\n'))
  await aptGet('install', '-y', '--no-install-recommends', ...names.filter(name => known.has(name)))
}

/** Returns the prefix that runs a command as root, or undefined if this account cannot become root. */
function asRoot(): string[] | undefined {
  if (process.getuid?.() === 0) return []
  const isAllowed = process.env['CI'] && spawnSync('sudo', ['-n', 'true']).status === 0
  return isAllowed ? ['sudo', '-n', 'env'] : undefined
}
