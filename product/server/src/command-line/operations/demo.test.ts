import { expect, onTestFinished, test } from 'vitest'

import { loadDemoData } from '../../../../sandbox/src/demo/demo-data.ts'
import { refuseDemoAgents } from '../../database/agents/demo-agents.ts'
import { doKyc } from '../../../testing/do-kyc.ts'
import { agentPassword, peppers } from '../../../testing/test-server.ts'
import { withAdmin } from '../../../testing/with-admin.ts'

const demo = '9000000001'
const own = '9500000001'

const { server, admin } = await withAdmin()
await loadDemoData(server.open.runner, { peppers, issuer: 'https://sso.test', now: server.clock.now() })
await server.addAgent({ mobile: own, password: agentPassword })

async function verify(mobile: string, reference: string): Promise<void> {
  const answer = await doKyc(server, { mobile, token: await server.signIn(mobile), reference })
  expect(answer.response.success).toBe(true)
}

async function rowsNaming(texts: string[]): Promise<string[]> {
  const tables = await server.sql<{ name: string }>(`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'audit%'`)
  expect(tables.length).toBeGreaterThan(10)
  const found: string[] = []
  for (const { name } of tables)
    for (const row of await server.sql<{ text: string }>(
      `select row_to_json(one)::text as text from ${name} as one`,
    ))
      if (texts.some(text => row.text.includes(text))) found.push(`${name} ${row.text}`)
  return found
}

test('an agent who is marked as a demo agent and is none stops it: nothing is removed', async () => {
  const mark = (isDemo: boolean) =>
    server.sql('update agents set is_demo = $2 where mobile = $1', [own, isDemo])
  onTestFinished(async () => void (await mark(false)))
  await mark(true)
  const run = await admin('demo remove --yes')
  expect(run).toMatchObject({ code: 1, complaint: expect.stringContaining(`no demo has them: ${own}`) })
  expect(await server.countRows('agents')).toBe(21)
})

test('the operator is asked first', async () => {
  expect(await admin('demo remove', { answer: 'n' })).toMatchObject({
    code: 1,
    complaint: 'Nothing was done.\n',
  })
  expect(await server.countRows('agents')).toBe(21)
})

test('demo data goes whole, whatever was done with it, and what is not of the demo stays', async () => {
  await verify(demo, 'DBS10001')
  await server.sql(`update agents set mobile = '9000000044' where mobile = '9000000004'`)
  await verify(own, 'REF-1')
  await verify(own, 'SHARED')
  for (const mobile of [demo, '9000000002', own]) await server.call('resetPassword', { username: mobile })
  const ids = await server.sql<{ id: string }>('select id from agents where is_demo')
  const theirs = ['90000000', 'DBS10001', 'DBS_VIEWER', ...ids.map(({ id }) => id)]
  expect((await rowsNaming(theirs)).length).toBeGreaterThan(2_000)
  const ours = await rowsNaming([own, 'REF-1'])
  const orders = (await server.countRows('orders')) - 2
  await server.sql(
    `update orders set reference = 'SHARED' where reference = 'DBS09999' and agent_id in (select id from agents where is_demo)`,
  )

  const run = await admin('demo remove', { answer: 'y' })
  expect(run).toMatchObject({ code: 0, out: `Removed: 20 demo agents and ${orders} orders.\n` })

  expect(await rowsNaming(theirs)).toEqual([])
  expect(await rowsNaming([own, 'REF-1'])).toEqual(ours)
  // A reference that the bank has used as well keeps what it has behind it.
  expect((await rowsNaming(['"SHARED"'])).map(row => row.split(' ')[0])).toContain('reference_records')
  await expect(refuseDemoAgents(server.open.runner)).resolves.toBeUndefined()
  await verify(own, 'REF-2')
  expect(await admin('demo remove --yes')).toMatchObject({
    code: 0,
    out: 'There is no demo data in this database.\n',
  })
})
