import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

import type { Progress } from './progress.ts'
import { run } from './run.ts'

/**
 * The Debian packages for tests: a connection pooler, a PKCS #11 token, another signer of XML, programs that collect and
 * rotate logs, fonts of Indian scripts, and a Chromium that renders screens with less work. Each package has the path of
 * one of its files, which shows that the package is installed.
 */
const filesOf = {
  vitest: {
    pgbouncer: '/usr/sbin/pgbouncer',
    softhsm2: '/usr/bin/softhsm2-util',
    xmlsec1: '/usr/bin/xmlsec1',
    rsyslog: '/usr/sbin/rsyslogd',
    logrotate: '/usr/sbin/logrotate',
  },
  playwright: {
    'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
    'fonts-noto-core': '/usr/share/fonts/truetype/noto/NotoSansMalayalam-Regular.ttf',
  },
}

/** Installs the missing Debian packages of all runners at once, if this account may do so. */
export async function ensureTestPackages(
  runners: readonly (keyof typeof filesOf)[],
  progress: Progress,
): Promise<void> {
  const packages = runners.flatMap(runner => Object.entries(filesOf[runner]))
  const missing = () => packages.filter(([, file]) => !existsSync(file)).map(([name]) => name)
  if (missing().length > 0 && asRoot())
    await progress('Installing packages of Debian for tests', () => installDebianPackages(...missing()))
  if (missing().length > 0)
    console.log(
      `  Not installed, so their tests are skipped or slower: ${missing().join(', ')} (packages of Debian)`,
    )
}

/** Ignores a failure, so the caller checks afterwards whether the packages are installed. */
export async function installDebianPackages(...names: string[]): Promise<void> {
  const prefix = asRoot()
  if (!prefix) return
  const aptGet = (...words: string[]) =>
    run('env', [...prefix, 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...words], { quiet: true })
  await aptGet('update')
  // apt installs nothing if one of the names is unknown, and Ubuntu lacks some of Debian's packages.
  const { stdout } = await run('apt-cache', ['pkgnames'], { quiet: true })
  const known = new Set(stdout.split('\n'))
  await aptGet('install', '-y', '--no-install-recommends', ...names.filter(name => known.has(name)))
}

/**
 * Returns the words before a command of Debian that make it run as root, or undefined where that is not possible. Root
 * may install packages, and so may a CI account that can become root (GitHub's runners).
 */
function asRoot(): string[] | undefined {
  if (!existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) return undefined
  if (process.getuid?.() === 0) return []
  const isAllowed = process.env['CI'] && spawnSync('sudo', ['-n', 'true']).status === 0
  return isAllowed ? ['sudo', '-n', 'env'] : undefined
}
