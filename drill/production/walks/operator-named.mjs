import { auditRows } from '../audit-rows.mjs'

/** The agents were added by `deploy/admin` under sudo, as priya. */
export async function operatorNamed(setUp, report) {
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
    nameless.output.trim().split('\n').at(-2),
  )
}
