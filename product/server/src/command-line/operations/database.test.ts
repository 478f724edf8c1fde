import { beforeAll, describe, expect, test } from 'vitest'

import { tablePlacements } from '../../database/schema/table-placements.ts'
import { likeCitus } from '../../../testing/database/like-citus.ts'
import { withAdmin } from '../../../testing/with-admin.ts'

const { server, admin, json } = await withAdmin()

describe('on one PostgreSQL', () => {
  test('shows each table with its place', async () => {
    const shown = await json('database show')
    expect(shown).toMatchObject({ code: 0 })
    expect(shown.nodes).toBeUndefined()
    expect(shown.tables.map(({ table }: { table: string }) => table)).toEqual(Object.keys(tablePlacements))
    expect((await admin('database show')).out).toContain('This database is one PostgreSQL.')
  })

  test.each(['database distribute --yes', 'database distribute --dry-run'])(
    '%s is refused by a sentence, and changes nothing',
    async words => {
      const run = await admin(words)
      expect(run).toMatchObject({ code: 1, out: '' })
      expect(run.complaint).toBe(
        'This database is one PostgreSQL: create the extension citus in it and add the workers first (docs/scaling.md).\n',
      )
      expect((await trail()).at(-1)).toMatchObject({ action: 'database.distribute', outcome: 'refused' })
    },
  )
})

describe('on what behaves like a cluster', () => {
  beforeAll(async () => {
    await server.sql(likeCitus)
    await server.addAgent({ mobile: '9400000001' })
  })

  const spread = Object.entries(tablePlacements).filter(([, planned]) => planned !== 'one-node')

  test('a cluster without a worker is refused', async () => {
    await server.sql('update pg_dist_node set shouldhaveshards = false')
    expect((await admin('database distribute --yes')).complaint).toMatch(/^This cluster has no worker: /)
    await server.sql('update pg_dist_node set shouldhaveshards = true')
  })

  test('a dry run tells the plan, and changes nothing', async () => {
    const run = await json('database distribute --dry-run')
    const tables = spread.map(([table, planned]) => ({ table, planned }))
    expect(run).toEqual({ code: 0, changed: false, tables, copied: [] })
    expect(await server.sql('select * from citus_tables')).toEqual([])
  })

  test('a command that was cut off is in the trail, and the next one erases the copied rows that it left', async () => {
    await expect(admin('database distribute --yes')).rejects.toThrow('the connection was cut off')
    const { tables, copied } = await json('database show')
    for (const { planned, is } of tables) expect(is).toBe(planned)
    expect(copied).toContain('agents')
    expect((await admin('database show')).out).toMatch(/Copied rows are left .*agents.* again\.\n$/)

    expect(await json('database distribute --yes')).toMatchObject({
      code: 0,
      changed: true,
      tables: [],
      copied,
    })
    expect((await json('database show')).copied).toEqual([])
    expect((await admin('database distribute --yes')).out).toBe('The tables are spread as planned.\n')
    const ofTables = { subject: spread.map(([table]) => table).join(', '), outcome: 'done' }
    const ofCopies = { subject: `copied rows of ${copied.join(', ')}`, outcome: 'done' }
    const done = (await trail()).filter(({ outcome }) => outcome === 'done')
    expect(done).toHaveLength(3)
    expect(done).toContainEqual({ action: 'database.begin-distribute', ...ofTables })
    expect(done).toContainEqual({ action: 'database.begin-distribute', ...ofCopies })
    expect(done).toContainEqual({ action: 'database.distribute', ...ofCopies })
  })

  test('tables of one key are colocated, and a table that calls use is tried again', async () => {
    expect(await server.sql(`select colocate_with from like_citus where name = 'outbox'::regclass`)).toEqual([
      { colocate_with: 'daily_counts' },
    ])
    expect(await server.sql('select last_value as tries from tries_of_orders')).toEqual([{ tries: 2 }])
  })

  test('a table that is spread by another key is refused', async () => {
    await server.sql(`update like_citus set key = 'id' where name = 'orders'::regclass`)
    expect((await admin('database distribute --yes')).complaint).toBe(
      'The table orders is spread by id, and not by agent_id: undistribute it first.\n',
    )
  })
})

function trail() {
  return server.sql(
    `select action, subject, outcome from audit_events where action like 'database.%distribute'`,
  )
}
