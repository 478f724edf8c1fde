import { existsSync } from 'node:fs'

import { installDebianPackages, mayInstallDebianPackages } from '../debian-packages.ts'
import type { Progress } from '../progress.ts'

type Step = 'unit' | 'e2e'

/**
 * The Debian packages for tests: a connection pooler, a PKCS #11 token, another signer of XML, programs that collect and
 * rotate logs, fonts of Indian scripts, and a Chromium that renders screens with less work. Each package has the path of
 * one of its files, which shows that the package is installed.
 */
const files: Record<Step, Record<string, string>> = {
  unit: {
    pgbouncer: '/usr/sbin/pgbouncer',
    softhsm2: '/usr/bin/softhsm2-util',
    xmlsec1: '/usr/bin/xmlsec1',
    rsyslog: '/usr/sbin/rsyslogd',
    logrotate: '/usr/sbin/logrotate',
  },
  e2e: {
    'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
    'fonts-noto-core': '/usr/share/fonts/truetype/noto/NotoSansMalayalam-Regular.ttf',
  },
}

/** Installs the missing Debian packages of all steps at once, if this account may do so. */
export async function ensureTestPackages(steps: Step[], progress: Progress): Promise<void> {
  const wanted = missing(steps)
  if (wanted.length > 0 && mayInstallDebianPackages())
    await progress('Installing packages of Debian for tests', () => installDebianPackages(...wanted))
  const lacking = missing(steps)
  if (lacking.length > 0)
    console.log(
      `  Not installed, so their tests are skipped or slower: ${lacking.join(', ')} (packages of Debian)`,
    )
}

function missing(steps: Step[]): string[] {
  return steps
    .flatMap(step => Object.entries(files[step]))
    .filter(([, file]) => !existsSync(file))
    .map(([name]) => name)
}
