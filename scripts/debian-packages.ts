import { existsSync } from 'node:fs'

import { run } from './run.ts'

/** Debian's packages are installed by root only. */
export function mayInstallDebianPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
}

/** Installs nothing where it may not. The caller looks whether the packages are there afterwards. */
export async function installDebianPackages(...names: string[]): Promise<void> {
  if (!mayInstallDebianPackages()) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env, quiet: true })
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env, quiet: true })
}
