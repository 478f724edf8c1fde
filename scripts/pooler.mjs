import { existsSync } from 'node:fs'

import { installDebianPackages, mayInstallDebianPackages } from './debian-packages.mjs'

/** PgBouncer for the tests that stand behind one. Where it can neither be found nor installed they are skipped. */
export async function ensurePooler(progress) {
  if (existsSync('/usr/sbin/pgbouncer') || !mayInstallDebianPackages()) return
  await progress('Installing PgBouncer', () => installDebianPackages('pgbouncer'))
}
