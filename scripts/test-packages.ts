import { existsSync } from 'node:fs'

import { installDebianPackages, mayInstallDebianPackages } from './debian-packages.ts'
import type { Progress } from './progress.ts'

/**
 * Debian's packages for tests: behind a real pooler, with a token or with an authenticator, and of screens in Indian
 * scripts. One file of each.
 */
const files: Record<'unit' | 'e2e', Record<string, string>> = {
  unit: {
    pgbouncer: '/usr/sbin/pgbouncer',
    softhsm2: '/usr/bin/softhsm2-util',
    'python3-fido2': '/usr/lib/python3/dist-packages/fido2',
  },
  e2e: { 'fonts-noto-core': '/usr/share/fonts/truetype/noto/NotoSansMalayalam-Regular.ttf' },
}

/** Installs missing Debian packages if it may. A test without its package is skipped. */
export async function ensureTestPackages(step: keyof typeof files, progress: Progress): Promise<void> {
  const wanted = missing(step)
  if (wanted.length > 0 && mayInstallDebianPackages())
    await progress(`Installing ${wanted.join(' and ')}`, () => installDebianPackages(...wanted))
  for (const name of missing(step)) console.log(`  ${name} is not installed: its tests are skipped`)
}

function missing(step: keyof typeof files): string[] {
  return Object.keys(files[step]).filter(name => !existsSync(files[step][name] ?? ''))
}
