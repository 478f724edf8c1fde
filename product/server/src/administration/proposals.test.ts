import { type StaffRole } from '@ekyc/contract/console/acts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { runSql } from '../testing/run-sql.ts'
import { addStaff, type Door } from '../testing/staff.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await runSql(
    server.open.runner,
    `insert into roles (id) values ('DBS_AGENT'), ('EXTRA') on conflict do nothing`,
  )
})
afterAll(() => server.close())

let people: Record<'anita' | 'bhanu' | 'chitra' | 'dev', Door>
beforeEach(async () => {
  const add = (name: string, roles: StaffRole[]) => addStaff(server, { name, roles })
  people = {
    anita: await add('Anita', ['supervisor']),
    bhanu: await add('Bhanu', ['supervisor']),
    chitra: await add('Chitra', ['security']),
    dev: await add('Dev', ['support']),
  }
})

let mobiles = 9_410_000_000
async function agent(): Promise<{ id: string; mobile: string }> {
  const mobile = String((mobiles += 1))
  return { mobile, id: await server.addAgent({ mobile }) }
}

const sql = (text: string, values: unknown[] = []) => runSql(server.open.runner, text, values)

test('a grant waits for a second person, who does it with the vote', async () => {
  const { id, mobile } = await agent()
  const number = await people.anita.propose(
    'role.grant',
    { agent: mobile, role: 'EXTRA' },
    'She moves to the desk',
  )
  const shown = await people.bhanu.show(number)
  expect(shown).toMatchObject({
    state: 'open',
    reason: 'She moves to the desk',
    changes: [{ field: 'roles', now: 'DBS_AGENT', becomes: 'DBS_AGENT EXTRA', rows: 1 }],
    agent: { id, mobile: `XXXXXX${mobile.slice(-4)}` },
  })
  expect(await sql(`select role_id from agent_roles where agent_id = $1 order by 1`, [id])).toHaveLength(1)
  await expect(people.bhanu.vote(number)).resolves.toMatchObject({ state: 'applied' })
  expect(await sql(`select role_id from agent_roles where agent_id = $1 order by 1`, [id])).toHaveLength(2)
})
