import { existsSync } from 'node:fs'

import { installDebianPackages, mayInstallDebianPackages } from './debian-packages.ts'
import type { Progress } from './progress.ts'

/** Debian's packages for tests behind a real pooler, with a token or with an authenticator; one file of each. */
const files: Record<string, string> = {
  pgbouncer: '/usr/sbin/pgbouncer',
  softhsm2: '/usr/bin/softhsm2-util',
  'python3-fido2': '/usr/lib/python3/dist-packages/fido2',
}

/** Installs missing Debian packages if it may. A test without its package is skipped. */
export async function ensureTestPackages(progress: Progress): Promise<void> {
  const wanted = missing()
  if (wanted.length > 0 && mayInstallDebianPackages())
    await progress(`Installing ${wanted.join(' and ')}`, () => installDebianPackages(...wanted))
  for (const name of missing()) console.log(`  ${name} is not installed: its tests are skipped`)
}

function missing(): string[] {
  return Object.keys(files).filter(name => !existsSync(files[name] ?? ''))
}
