import { expect, test } from 'vitest'

import { distribution } from '../database/distribution.ts'
import { runSql } from '../testing/run-sql.ts'
import { withAdmin } from '../testing/with-admin.ts'

const { server, admin, json } = withAdmin()

test('shows each table with its place, on one PostgreSQL', async () => {
  const shown = await json('database show')
  expect(shown).toMatchObject({ code: 0 })
  expect(shown.nodes).toBeUndefined()
  expect(shown.tables.map(({ table }: { table: string }) => table)).toEqual(Object.keys(distribution))
  expect((await admin('database show')).out).toContain('This database is one PostgreSQL.')
})

test.each(['database distribute --yes', 'database distribute --dry-run'])(
  '%s refuses one PostgreSQL by a sentence, and changes nothing',
  async words => {
    const run = await admin(words)
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.complaint).toBe(
      'This database is one PostgreSQL: create the extension citus in it and add the workers first (docs/scaling.md).\n',
    )
    const rows = await runSql(
      server().open.runner,
      `select outcome from audit_events where action = 'database.distribute' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ outcome: 'refused' }])
  },
)
