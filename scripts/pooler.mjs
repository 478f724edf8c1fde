import { existsSync } from 'node:fs'

import { installDebianPackages } from './debian-packages.mjs'

/** PgBouncer for the tests that stand behind one. Where it can neither be found nor installed they are skipped. */
export async function ensurePooler(progress) {
  if (process.platform !== 'linux' || existsSync('/usr/sbin/pgbouncer')) return
  await progress('Installing PgBouncer', () => installDebianPackages('pgbouncer'))
}
