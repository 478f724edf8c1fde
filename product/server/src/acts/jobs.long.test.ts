import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { withConnection } from '../database/link/direct-connection.ts'
import { lockIsWaitedFor } from '../../testing/database/lock-wait.ts'
import { operatorAt } from '../../testing/operator-at.ts'
import { preparedImport } from '../../testing/prepared-import.ts'
import { createPrograms } from '../../testing/programs.ts'
import { addStaff } from '../../testing/staff.ts'
import { serverOfFile } from '../../testing/test-server.ts'

/** The number of lines of each import. A long run sets IMPORTED_LINES=6000 and JOB_KILLS=5. */
const lines = Number(process.env['IMPORTED_LINES'] ?? 150)
/** The number of lines that the import applies: of three lines, one adds an agent and one changes an agent. */
const changing = lines - Math.floor(lines / 3)
const kills = Number(process.env['JOB_KILLS'] ?? 1)
const key = randomBytes(32).toString('base64')

const folder = mkdtempSync(join(tmpdir(), 'jobs-'))
const programs = createPrograms(folder)
const server = await serverOfFile()
const admin = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now, fourEyes: true })
const maker = await addStaff(server, { name: 'Asha', roles: ['supervisor'] })
const approver = await addStaff(server, { name: 'Bhanu', roles: ['security'] })
afterAll(async () => {
  await programs.killAll()
  rmSync(folder, { recursive: true })
})

const { sql } = server

const mobileOf = (series: string, index: number) => `${series}${String(index).padStart(6, '0')}`

/** Plans and approves an import of `lines` lines: a third each of new, changed and unchanged agents. */
async function approvedImport(series: string): Promise<{ id: string; number: number }> {
  for (let from = 0; from < lines; from += 6_000)
    await sql(
      `with added as (
         insert into agents (id, mobile, name, email, address_line1, address_line2, created_on)
         select gen_random_uuid(), $1 || lpad(n::text, 6, '0'), 'Agent ' || n, '', '', '', now()
         from generate_series($2::integer, least($2 + 6000, $3) - 1) n where n % 3 > 0 returning id)
       insert into agent_roles select id, 'DBS_AGENT' from added`,
      [series, from, lines],
    )
  const rows = Array.from({ length: lines }, (_, index) => [
    mobileOf(series, index),
    index % 3 === 1 ? `Changed ${index}` : `Agent ${index}`,
  ])
  const planned = await preparedImport(maker, { rows, onExisting: 'update' })
  const number = await maker.propose('agent.import', { import: planned.id, hash: planned.hash })
  await approver.vote(number)
  return { id: planned.id, number }
}

/** Returns hashes of everything that the import has left, without ids and times, and the number of its audit rows. */
async function endOf(series: string, id: string) {
  const [end] = await sql<{ agents: string; trail: string; lines: string; words: string }>(
    `select
       (select md5(string_agg(concat_ws('|', substr(mobile, 5), name, r.role_id), ';' order by mobile, r.role_id))
        from agents left join agent_roles r on r.agent_id = agents.id where mobile like $1 || '%') as agents,
       (select md5(string_agg(concat_ws('|', action, substr(mobile, 5)), ';' order by mobile, action))
        from audit_events e join agents on agents.id = e.agent_id
        where mobile like $1 || '%' and e.actor_kind = 'staff') as trail,
       (select md5(string_agg(concat_ws('|', line, becomes, progress, agent_id is null), ';' order by line))
        from import_lines where import_id = $2) as lines,
       (select md5(string_agg(concat_ws('|', substr(mobile, 5), word), ';' order by mobile, word))
        from agent_words join agents on id = agent_id where mobile like $1 || '%') as words`,
    [series, id],
  )
  const rows = await server.countRows(
    'audit_events',
    `actor_kind = 'staff' and agent_id in (select id from agents where mobile like '${series}%')`,
  )
  return { ...end, rows }
}

test(`an import of ${lines} lines that is killed ${kills} times comes to the end of one that is not`, async () => {
  const whole = await approvedImport('9801')
  expect(await admin('jobs run')).toMatchObject({ code: 0 })
  expect(await approver.show(whole.number)).toMatchObject({ state: 'applied' })

  const killed = await approvedImport('9802')
  const job = async () => {
    const [row = { state: '', done: 0 }] = await sql<{ state: string; done: number }>(
      `select state, done::integer from jobs where proposal = $1`,
      [killed.number],
    )
    return row
  }
  for (let kill = 0; kill < kills; kill += 1) {
    // Each process dies a little further than the one before, where it waits for a row in the middle of a piece.
    const line = 3 * Math.floor((lines * (kill + 0.5)) / kills / 3) + 1
    await withConnection(server.databaseUrl, async holder => {
      await holder.query('begin')
      await holder.query('select from agents where mobile = $1 for update', [mobileOf('9802', line)])
      const runner = programs.start(
        'command-line/main.ts',
        { DATABASE_URL: server.databaseUrl, DATABASE_NETWORK: 'trusted', AUDIT_KEY: key, FOUR_EYES: 'on' },
        ['jobs', 'run', '--operator', 'Night'],
      )
      await lockIsWaitedFor(server.open.runner)
      runner.kill('SIGKILL')
      await once(runner, 'exit')
      await holder.query('rollback')
    })
    expect((await job()).state).not.toBe('done')
    // The lease of the dead process runs out.
    await sql(`update jobs set leased_until = clock_timestamp() where proposal = $1 and ended_on is null`, [
      killed.number,
    ])
  }
  await admin('jobs run')
  expect(await job()).toMatchObject({ state: 'done', done: changing })
  expect(await endOf('9802', killed.id)).toEqual(await endOf('9801', whole.id))
})

test('two commands at once do an import once', async () => {
  const { id, number } = await approvedImport('9803')
  for (const { code } of await Promise.all([admin('jobs run'), admin('jobs run')])) expect(code).toBe(0)
  expect(await approver.show(number)).toMatchObject({ state: 'applied' })
  expect(await server.countRows('import_lines', `import_id = '${id}' and progress = 'done'`)).toBe(changing)
  const twice = await sql(
    `select agent_id from audit_events where action in ('agent.add', 'agent.update') and actor_kind = 'staff'
     group by agent_id having count(*) > 1`,
  )
  expect(twice).toEqual([])
})
