import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { auditRows } from '../audit-rows.ts'
import type { Report } from '../report.ts'
import type { SetUp } from '../set-up.ts'

/** Checks that the audit trail names priya, who added the agents by `deploy/admin` under sudo. */
export async function operatorNamed(setUp: SetUp, report: Report): Promise<void> {
  const added = (await auditRows(setUp)).filter(
    ({ actorKind, action }) => actorKind === 'admin' && /add/.test(action),
  )
  const actors = new Set(added.map(({ actor }) => actor))
  report.check(
    'the audit rows of the command line name the person',
    added.length > 0 && [...actors].join() === 'priya',
    `${added.length} rows by ${[...actors].join(', ')}`,
  )
  const nameless = await setUp.run('docker compose run --rm -T admin admin agents list', { mayFail: true })
  report.check(
    'without a name the command line does nothing',
    nameless.code !== 0 && nameless.output.includes('say who acts'),
    /^.*say who acts.*$/m.exec(nameless.output)?.[0],
  )

  const { stdout } = await setUp.run('deploy/admin --version')
  const settings = readFileSync(join(setUp.checkout, '.env'), 'utf8')
  const [, commit] = /^COMMIT=(.+)$/m.exec(settings) ?? []
  report.check(
    'the image knows the commit that it was made from',
    commit !== undefined && stdout.includes(commit),
    stdout.trim().split('\n').at(-1),
  )
}
