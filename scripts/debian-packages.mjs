import { existsSync } from 'node:fs'

import { run } from './run.mjs'

/** Whether installing is ours to do: on Debian, as root. */
export function mayInstallDebianPackages() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
}

/** Does nothing where it may not. Whether the packages are there afterwards is for the caller to see. */
export async function installDebianPackages(...names) {
  if (!mayInstallDebianPackages()) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env, quiet: true })
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env, quiet: true })
}
