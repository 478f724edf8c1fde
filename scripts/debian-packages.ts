import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

import { run } from './run.ts'

/** Root may install packages, and so may a CI account that can become root (GitHub's runners). */
export function mayInstallDebianPackages(): boolean {
  return asRoot() !== undefined && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
}

/** Ignores a failure, so the caller checks afterwards whether the packages are installed. */
export async function installDebianPackages(...names: string[]): Promise<void> {
  if (!mayInstallDebianPackages()) return
  const prefix = asRoot() ?? []
  const aptGet = (...words: string[]) =>
    run('env', [...prefix, 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...words], { quiet: true })
  await aptGet('update')
  // apt installs nothing if one of the names is unknown, and Ubuntu lacks some of Debian's packages.
  const { stdout } = await run('apt-cache', ['pkgnames'], { quiet: true })
  const known = new Set(stdout.split('\n'))
  await aptGet('install', '-y', '--no-install-recommends', ...names.filter(name => known.has(name)))
}

function asRoot(): string[] | undefined {
  if (process.getuid?.() === 0) return []
  const isAllowed = process.env['CI'] && spawnSync('sudo', ['-n', 'true']).status === 0
  return isAllowed ? ['sudo', '-n', 'env'] : undefined
}
