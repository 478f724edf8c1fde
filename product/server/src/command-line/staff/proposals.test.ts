import { beforeEach, describe, expect, test } from 'vitest'

import { listEmergencies } from '../../acts/four-eyes.ts'
import { minuteMs } from '../../domain/clocks.ts'
import { operatorAt } from '../../../testing/operator-at.ts'
import { addStaff } from '../../../testing/staff.ts'
import { serverOfFile } from '../../../testing/test-server.ts'

const server = await serverOfFile()
/** The command line where FOUR_EYES is on. */
const admin = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now, fourEyes: true })
const anita = await addStaff(server, { name: 'Anita', roles: ['supervisor'] })
const bhanu = await addStaff(server, { name: 'Bhanu', roles: ['security'] })
const { sql } = server
await sql(`insert into roles (id) values ('EXTRA')`)

let mobile: string
let id: string
beforeEach(async () => {
  ;({ mobile, id } = await server.newAgent({ withheld: ['DO_EKYC_APP'] }))
})

const grant = () => `roles grant ${mobile} EXTRA`
const isGranted = () => server.countRows('agent_roles', `agent_id = '${id}' and role_id = 'EXTRA'`)

describe('with four eyes, a command that needs a second person', () => {
  test('is not done by one', async () => {
    const run = await admin(grant())
    expect(run).toMatchObject({ code: 1, complaint: expect.stringContaining('Say --propose REASON') })
    expect(await isGranted()).toBe(0)
  })

  test('is proposed, and done when somebody else has approved it', async () => {
    const run = await admin(`${grant()} --propose "Asked for by the branch" --json`)
    expect(run).toMatchObject({ code: 0, complaint: '' })
    const { proposal } = JSON.parse(run.out) as { proposal: number }
    expect(await isGranted()).toBe(0)
    const shown = await admin(`proposals show ${proposal}`)
    expect(shown.out).toContain('Asked for by the branch')
    expect(await bhanu.vote(proposal)).toEqual({ state: 'applied' })
    expect(await isGranted()).toBe(1)
    expect((await admin(`proposals list --list ended`)).out).toMatch(
      new RegExp(`^ *${proposal} .* applied `, 'm'),
    )
  })

  test('is done at once in an emergency, which the console lists', async () => {
    const run = await admin(`${grant()} --emergency "The desk is cut off"`)
    expect(run).toMatchObject({ code: 0, complaint: '' })
    expect(await isGranted()).toBe(1)
    const [one] = await anita.perform(listEmergencies, {})
    expect(one).toMatchObject({ actor: 'priya', reason: 'The desk is cut off', about: id })
  })

  test('of a file asks for two above ten agents', async () => {
    const agents = await Promise.all(Array.from({ length: 11 }, () => server.newAgent()))
    const file = (count: number) => {
      const mobiles = agents.slice(0, count).map(one => one.mobile)
      return { files: { 'leavers.csv': ['mobile', ...mobiles].join('\n') } }
    }
    const words = 'agents disable --file leavers.csv --yes'
    expect(await admin(words, file(11))).toMatchObject({ code: 1 })
    const { out } = await admin(`${words} --propose "They left" --json`, file(11))
    const { proposal } = JSON.parse(out) as { proposal: number }
    expect(await bhanu.show(proposal)).toMatchObject({ touches: 11, makerName: 'priya', makerId: null })
    expect(await bhanu.vote(proposal)).toEqual({ state: 'applied' })
    expect(await admin(words, file(10))).toMatchObject({ code: 0 })
  })

  test('to erase becomes a job of operations when it is approved, and takes earlier proposals with it', async () => {
    const before = await anita.propose('agent.change-mobile', { agent: id, to: server.newMobile() })
    await admin(`agents disable ${mobile} --yes`)
    server.clock.advance(6 * minuteMs)
    const { out } = await admin(`agents erase ${mobile} --yes --propose "Left the bank" --json`)
    const { proposal } = JSON.parse(out) as { proposal: number }
    expect(await bhanu.vote(proposal)).toEqual({ state: 'approved' })
    expect(await sql('select kind, state from jobs where proposal = $1', [proposal])).toEqual([
      { kind: 'erase', state: 'waiting' },
    ])
    expect(await admin('jobs run')).toMatchObject({ code: 0, complaint: '' })
    expect(await sql('select number, state from proposals where about = $1', [id])).toEqual([
      { number: proposal, state: 'applied' },
    ])
    expect(await bhanu.show(proposal)).toMatchObject({ agent: { id, name: '', mobile: '' } })
    await expect(bhanu.show(before)).rejects.toThrow('no such proposal')
  })

  test('is withdrawn by its operator alone', async () => {
    const { out } = await admin(`roles grant ${mobile} EXTRA --propose "Mine" --json`)
    const { proposal } = JSON.parse(out) as { proposal: number }
    expect(await admin(`proposals withdraw ${proposal} --operator Ravi`)).toMatchObject({
      code: 1,
      complaint: 'Only its maker withdraws a proposal.\n',
    })
    expect(await admin(`proposals withdraw ${proposal}`)).toMatchObject({ code: 0 })
  })

  test.each([
    ['roles grant 9430000001 EXTRA --propose "Why" --emergency "Now"', '--propose'],
    ['roles grant 9430000001 EXTRA --propose " "', 'Say why'],
    ['agents unlock 9430000001 --propose "Why"', '--propose'],
    ['proposals vote 1', 'There is no command'],
  ])('refuses %s', async (words, complaint) => {
    expect(await admin(words)).toMatchObject({ code: 2, complaint: expect.stringContaining(complaint) })
  })
})

test('a job that nobody has approved is neither written nor run', async () => {
  await admin(`agents disable ${mobile} --yes`)
  server.clock.advance(6 * minuteMs)
  const insert = (proposal: number | null) =>
    sql(
      `insert into jobs (id, kind, input, maker, proposal)
       values (gen_random_uuid(), 'erase', $1, '{"kind":"admin","name":"root"}', $2)`,
      [{ agent: id }, proposal],
    )
  const refused = { code: '23001' }
  await expect(insert(null)).rejects.toMatchObject(refused)
  const other = await anita.propose('agent.change-mobile', { agent: id, to: server.newMobile() })
  await expect(insert(other)).rejects.toMatchObject(refused)
  const open = await anita.propose('agent.erase', { agent: id })
  await expect(insert(open)).rejects.toMatchObject(refused)
  await expect(sql(`update jobs set input = '{}'`)).rejects.toMatchObject(refused)

  // Somebody who may change the tables, or a job of before this rule.
  await sql('alter table jobs disable trigger hold_job')
  await insert(open)
  await insert(other)
  await sql('alter table jobs drop constraint jobs_erase_proposed')
  await insert(null)
  await sql('alter table jobs enable trigger hold_job')
  expect(await admin('jobs run')).toMatchObject({ code: 0 })
  expect(await server.countRows('agents', `id = '${id}' and erased_on is null`)).toBe(1)
  expect(
    await sql(`select state, problem from jobs where input ->> 'agent' = $1 order by proposal nulls first`, [
      id,
    ]),
  ).toEqual([
    { state: 'failed', problem: 'agent.erase needs a second person.' },
    { state: 'failed', problem: 'Its proposal is over, or says something else.' },
    { state: 'failed', problem: 'Its proposal is over, or says something else.' },
  ])
})

test('what an emergency says stays as it is, also by hand', async () => {
  await admin(`roles grant ${mobile} EXTRA --emergency "Now"`)
  await expect(sql(`update emergencies set reason = 'none'`)).rejects.toMatchObject({ code: '23001' })
})

test('four eyes are not off for an operator who leaves FOUR_EYES out, until an emergency ends them', async () => {
  const careless = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now })
  const rung = async () => (await anita.perform(listEmergencies, {})).map(({ act, reason }) => [act, reason])
  const before = await rung()
  expect(await careless(grant())).toMatchObject({ code: 1, complaint: expect.stringContaining('--propose') })
  expect(await careless('four-eyes off --yes')).toMatchObject({ code: 1 })
  expect(await rung()).toEqual(before)

  const off = 'four-eyes off --yes --emergency "One of the two is ill"'
  expect(await careless(off)).toMatchObject({ code: 0, out: 'Four eyes are off.\n' })
  expect(await careless(grant())).toMatchObject({ code: 0 })
  expect(await careless(grant())).toMatchObject({ code: 0 })
  const rings = [
    ['role.grant', 'four eyes are off'],
    ['four-eyes.off', 'One of the two is ill'],
  ]
  expect(await rung()).toEqual([...rings, ...before])
  const [row] = await server.auditRows({ action: 'role.grant', agentId: id, outcome: 'done' })
  expect(row).toMatchObject({ subject: expect.stringMatching(/EXTRA \(emergency \d+: four eyes are off\)$/) })

  expect(await admin(`privileges restore ${mobile} DO_EKYC_APP`)).toMatchObject({ code: 1 })
  expect(await careless(`privileges restore ${mobile} DO_EKYC_APP`)).toMatchObject({ code: 1 })
})
