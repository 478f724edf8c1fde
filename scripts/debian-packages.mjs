import { existsSync } from 'node:fs'

import { run } from './run.mjs'

/** Installs packages where that is ours to do: on Debian, as root. Whether they are there is for the caller to see. */
export async function installDebianPackages(...names) {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env, quiet: true })
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env, quiet: true })
}
