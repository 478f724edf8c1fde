import type { ActName } from '@ekyc/contract/console/acts'
import { indiaDate } from '@ekyc/contract/india-time'
import { describe, expect, test } from 'vitest'

import { updateAgentStandings } from '../../database/agents/agent-index.ts'
import { dayMs } from '../../domain/clocks.ts'
import { consoleOfFile } from '../../../testing/test-console.ts'

const ids = new Map<string, string>()
const people: [name: string, mobile: string, branch: string, last: number][] = [
  ['Asha Verma', '9400000001', 'Nashik Road', 3],
  ['Balwinder Singh', '9400000002', 'Ludhiana East', 40],
  ['anitha reddy', '9400000003', 'Warangal Main', 1],
  ['Ravi Kumar Verma', '9400000004', 'nashik road', 400],
  ['आशा वर्मा', '9400000005', 'Camp', 0],
]

const bank = await consoleOfFile()
const neha = await bank.signIn(['support', 'supervisor'])
const { now } = bank.server.clock
for (const [name, mobile, branch] of people) {
  await act('agent.add', { mobile, name, branch, staffNumber: `B-${mobile.slice(-2)}`, roles: [] })
  const [row] = await bank.sql<{ id: string }>(
    `insert into agent_roles select id, 'DBS_AGENT' from agents where mobile = $1 returning agent_id as id`,
    [mobile],
  )
  ids.set(mobile, row?.id ?? '')
}
const counts = people
  .filter(([, , , last]) => last > 0)
  .map(([, mobile, , last]) => ({
    agentId: ids.get(mobile),
    day: new Date(now().getTime() - last * dayMs + 5.5 * 3_600_000).toISOString().slice(0, 10),
    kycSuccess: 2,
    kycFailure: 1,
  }))
await bank.insertRows('daily_counts', counts)
await updateAgentStandings(bank.open.runner, now(), false)

const idOf = (mobile: string) => ids.get(mobile) ?? ''

/** The agents of these tests fit on one page. */
async function namesOf(request: Parameters<typeof neha.call<'listAgents'>>[1]): Promise<string[]> {
  const { answer } = await neha.call('listAgents', request)
  return answer.rows.map(({ name }) => name)
}

describe('the list of agents', () => {
  test('is in the order of names, with masked mobiles, figures of thirty days and a count', async () => {
    const { answer } = await neha.call('listAgents', {})
    expect(answer.count).toEqual({ n: 5, isAbout: false })
    expect(answer.rows.map(({ name }) => name)).toEqual([
      'anitha reddy',
      'Asha Verma',
      'Balwinder Singh',
      'Ravi Kumar Verma',
      'आशा वर्मा',
    ])
    expect(answer.rows[1]).toMatchObject({
      id: idOf('9400000001'),
      mobile: 'XXXXXX0001',
      statuses: ['enabled', 'no-password'],
      roles: ['DBS_AGENT'],
      orders30: 3,
      verified30: 2,
      lastLogInOn: null,
    })
    expect(answer.rows[2]).toMatchObject({ orders30: 0, verified30: 0 })
    expect(JSON.stringify(answer)).not.toMatch(/9400000/)
  })

  test.each<[string, Parameters<typeof namesOf>[0], string[]]>([
    [
      'branches in any case',
      { branch: ['Nashik Road', 'Camp'] },
      ['Asha Verma', 'Ravi Kumar Verma', 'आशा वर्मा'],
    ],
    ['one branch', { branch: 'CAMP' }, ['आशा वर्मा']],
    ['the beginning of the name', { name: 'as' }, ['Asha Verma']],
    ['the last digits', { q: '0003' }, ['anitha reddy']],
    ['three last digits', { q: '003' }, ['anitha reddy']],
    ['nine last digits', { q: '400000003' }, ['anitha reddy']],
    ['other digits before the same last four', { q: '10003' }, []],
    ['a staff number', { q: 'B-02' }, ['Balwinder Singh']],
    ['words of the name in any order', { q: 'verma ra' }, ['Ravi Kumar Verma']],
    ['words of another script', { q: 'वर्' }, ['आशा वर्मा']],
    ['a role', { role: 'DBS_AGENT', branch: 'Camp' }, ['आशा वर्मा']],
    ['a role that nobody has', { role: 'DBS_NONE' }, []],
    ['a status', { status: 'disabled' }, []],
    ['no password', { status: 'no-password', name: 'anitha' }, ['anitha reddy']],
    ['a wait', { status: 'locked' }, []],
    ['an outlet', { outlet: 'Pushkar Road' }, []],
  ])('is chosen by %s', async (_what, request, names) => {
    expect(await namesOf(request)).toEqual(names)
    const { answer } = await neha.call('listAgents', request)
    expect(answer.count).toEqual({ n: names.length, isAbout: false })
  })

  test.each<[string, Parameters<typeof namesOf>[0], string[]]>([
    ['names, down', { sort: 'name', direction: 'down' }, ['आशा वर्मा', 'Ravi Kumar Verma', 'Balwinder Singh']],
    ['branches', { sort: 'branch' }, ['आशा वर्मा', 'Balwinder Singh', 'Asha Verma']],
    [
      'branches, down',
      { sort: 'branch', direction: 'down' },
      ['anitha reddy', 'Ravi Kumar Verma', 'Asha Verma'],
    ],
    ['last orders', { sort: 'last-order' }, ['आशा वर्मा', 'Ravi Kumar Verma', 'Balwinder Singh']],
    [
      'last orders, down',
      { sort: 'last-order', direction: 'down' },
      ['anitha reddy', 'Asha Verma', 'Balwinder Singh'],
    ],
    ['last orders of a role', { sort: 'last-order', role: 'DBS_AGENT' }, ['आशा वर्मा', 'Ravi Kumar Verma']],
    ['branches of a role, down', { sort: 'branch', direction: 'down', role: 'DBS_AGENT' }, ['anitha reddy']],
  ])('is sorted by %s', async (_what, request, names) => {
    expect((await namesOf(request)).slice(0, names.length)).toEqual(names)
  })

  test('goes on where a page ended, in each order', async () => {
    await bank.sql(`insert into agents (id, mobile, name, email, address_line1, address_line2, branch, created_on)
       select gen_random_uuid(), (9500000000 + n)::text, 'Zoya ' || n % 20, '', '', '', 'Zone ' || n % 3, now()
       from generate_series(1, 120) n`)
    await updateAgentStandings(bank.open.runner, bank.server.clock.now(), true)
    for (const sort of ['name', 'branch', 'last-order'] as const)
      for (const direction of ['up', 'down'] as const) {
        const seen: string[] = []
        const request = { sort, direction, limit: 50 as const, name: 'Zoya' }
        for (let after: string | undefined = ''; after !== undefined;) {
          const { answer }: { answer: Awaited<ReturnType<typeof neha.call<'listAgents'>>>['answer'] } =
            await neha.call('listAgents', { ...request, ...(after !== '' && { after }) })
          seen.push(...answer.rows.map(({ id }) => id))
          after = answer.next
        }
        expect([sort, direction, seen.length, new Set(seen).size]).toEqual([sort, direction, 120, 120])
      }
    await bank.sql(`delete from agents where name like 'Zoya%'`)
  })

  test('says about how many, and exports and marks nothing as whole, where a word has too many agents', async () => {
    const added = `insert into agents (id, mobile, name, email, address_line1, address_line2, branch, created_on)
       select gen_random_uuid(), (9600000000 + n)::text, 'Common ' || n, '', '', '', 'Zone', now()
       from generate_series(1, 2001) n`
    await bank.sql(added)
    await updateAgentStandings(bank.open.runner, bank.server.clock.now(), false)
    const { answer } = await neha.call('listAgents', { q: 'common' })
    expect(answer.count?.isAbout).toBe(true)
    const wanted = { q: 'common', branch: 'Zone' }
    const refused = await neha.call('exportAgents', wanted)
    expect(refused).toMatchObject({ status: 412, error: { code: 'proof_needed' } })
    expect((await bank.staffRows()).at(-1)).toMatchObject({ action: 'agent.export', outcome: 'refused' })
    await bank.prove(neha, 'agent.export', { ...wanted, branch: ['Elsewhere'] })
    await bank.prove(await bank.signIn('supervisor'), 'agent.export', { ...wanted, branch: ['Zone'] })
    expect((await neha.call('exportAgents', wanted)).status).toBe(412)
    await bank.prove(neha, 'agent.export', { branch: ['Zone'], q: 'common' })
    const { answer: csv } = await neha.call('exportAgents', wanted)
    expect((await neha.call('exportAgents', wanted)).status).toBe(412)
    expect(csv.split('\r\n').at(-2)).toMatch(/^"# INCOMPLETE: the text finds more agents/)
    const list = { filters: { q: 'common' }, at: bank.server.clock.now().toISOString() }
    expect(await act('agent.disable-many', { marked: list })).toMatchObject({
      message: expect.stringContaining('Narrow it'),
    })
    await bank.sql(`delete from agents where name like 'Common%'`)
    await bank.sql(`delete from agent_words where word = 'common'`)
  })

  test('takes no whole mobile in its address', async () => {
    const { status } = await neha.call('listAgents', { q: '9400000001' })
    expect(status).toBe(422)
  })
})

describe('one agent', () => {
  test('has figures of thirty days with today in them, and the day of the last log-in, as in the list', async () => {
    const id = idOf('9400000005')
    const day = (before: number) => indiaDate(new Date(bank.server.clock.now().getTime() - before * dayMs))
    await bank.insertRows('daily_counts', [
      { agentId: id, day: day(0), kycSuccess: 4, kycFailure: 1, login: 0 },
      { agentId: id, day: day(29), kycSuccess: 1, kycFailure: 0, login: 2 },
      { agentId: id, day: day(30), kycSuccess: 1, kycFailure: 0, login: 1 },
    ])
    const figures = { lastOrderOn: day(0), lastLogInOn: day(29), orders30: 6, verified30: 5 }
    expect((await neha.call('getAgent', { id })).answer.agent).toMatchObject(figures)
    expect((await neha.call('listAgents', { branch: 'Camp' })).answer.rows).toMatchObject([figures])
    await bank.sql('delete from daily_counts where agent_id = $1', [id])
  })

  test('is shown with what is allowed, used and withheld, and the mobile masked', async () => {
    await act('privilege.withhold', { agent: idOf('9400000002'), privilege: 'DO_EKYC_APP' })
    await bank.sql(`insert into roles (id) values ('DBS_VIEWER')`)
    const { answer } = await neha.call('getAgent', { id: idOf('9400000002') })
    expect(answer).toMatchObject({
      erasedOn: null,
      agent: {
        name: 'Balwinder Singh',
        mobile: 'XXXXXX0002',
        branch: 'Ludhiana East',
        withheld: ['DO_EKYC_APP'],
        roles: [{ role: 'DBS_AGENT', privileges: expect.not.arrayContaining(['DO_EKYC_APP']) }],
        otherRoles: [{ role: 'DBS_VIEWER', privileges: [] }],
        liveSessions: 0,
        limits: [],
        version: 2,
      },
    })
    const last = (await bank.staffRows()).at(-1)
    expect(last).toMatchObject({ action: 'agent.show', subject: 'XXXXXX0002', agentId: idOf('9400000002') })
  })

  test('who is erased has an id and a day', async () => {
    const id = '01890000-0000-7000-8000-00000000000e'
    await bank.sql(
      `insert into agents (id, mobile, name, email, address_line1, address_line2, created_on, erased_on)
       values ($1::uuid, $1, '', '', '', '', now(), now())`,
      [id],
    )
    const { answer } = await neha.call('getAgent', { id })
    expect(answer).toEqual({ id, erasedOn: expect.any(String), agent: null })
  })

  test('who does not exist is refused', async () => {
    const { error } = await neha.call('getAgent', { id: '01890000-0000-7000-8000-000000000000' })
    expect(error).toMatchObject({ code: 'refused', message: expect.stringContaining('There is no agent') })
  })

  test('is changed by a desk, but not over a change that the desk has not seen', async () => {
    const agent = idOf('9400000003')
    const changes = { branch: 'Hanamkonda', outlet: 'Bazaar', supervisor: 'Meena', staffNumber: 'B-77' }
    expect(await act('agent.update', { agent, changes, version: 1 })).toMatchObject({
      done: true,
      changed: true,
    })
    const again = await act('agent.update', { agent, changes: { branch: 'Kazipet' }, version: 1 })
    expect(again).toMatchObject({ code: 'changed_meanwhile' })
    const { answer } = await neha.call('getAgent', { id: agent })
    expect(answer.agent).toMatchObject({ ...changes, version: 2 })
    expect(await namesOf({ outlet: 'Bazaar' })).toEqual(['anitha reddy'])
  })

  test.each(['risk', 'mobile'])('keeps its %s in a change of its details', async field => {
    const agent = idOf('9400000003')
    const { answer: before } = await neha.call('getAgent', { id: agent })
    const refused = await act('agent.update', { agent, changes: { [field]: 'low' } })
    expect(refused).toMatchObject({ code: 'bad_input' })
    expect((await neha.call('getAgent', { id: agent })).answer.agent).toEqual(before.agent)
  })

  test('is found by the words of a new name', async () => {
    const agent = idOf('9400000003')
    await act('agent.update', { agent, changes: { name: 'Anitha Rao' } })
    expect(await namesOf({ q: 'rao' })).toEqual(['Anitha Rao'])
    expect(await namesOf({ q: 'reddy' })).toEqual([])
    await act('agent.update', { agent, changes: { name: 'anitha reddy' } })
  })

  test('has a trail, page by page, without a whole mobile', async () => {
    const id = idOf('9400000003')
    await bank.sql(
      `insert into audit_events (id, happened_on, actor_kind, actor, agent_id, action, subject, outcome)
       select gen_random_uuid(), $2, 'staff', 'Neha', $1, 'agent.update', 'XXXXXX0003', 'done'
       from generate_series(1, 60)`,
      [id, bank.server.clock.now()],
    )
    await act('agent.update', { agent: id, changes: { addressLine1: '1 Market Road' } })
    const first = await neha.call('listAgentTrail', { id })
    const second = await neha.call('listAgentTrail', { id, after: first.answer.next ?? '' })
    const rows = [...first.answer.rows, ...second.answer.rows]
    expect(first.answer.rows).toHaveLength(50)
    expect(new Set(rows.map(row => row.id)).size).toBe(rows.length)
    expect(rows.filter(({ action }) => action === 'agent.update').length).toBeGreaterThan(60)
    expect(rows[1]).toMatchObject({ actorKind: 'staff', subject: 'XXXXXX0003', outcome: 'done' })
    bank.server.clock.advance(1_000)
    await neha.call('showMobile', { id, reason: 'a call' })
    const changed = await neha.call('listAgentTrail', { id, looks: false })
    const actions = new Set(changed.answer.rows.map(({ action }) => action))
    expect(actions).toEqual(new Set(['agent.show-mobile', 'agent.update']))
  })

  test('has sessions, of which a desk ends all', async () => {
    const id = idOf('9400000001')
    const at = bank.server.clock.now()
    const opened = { openedOn: at, lastSeenOn: at, expiresOn: new Date(at.getTime() + dayMs) }
    await bank.insertRows('sessions', [
      { tokenHash: Buffer.alloc(32, 3), agentId: id, browser: 'Firefox', os: 'Linux', ...opened },
    ])
    const { answer } = await neha.call('listAgentSessions', { id })
    expect(answer.rows).toMatchObject([{ browser: 'Firefox', os: 'Linux', openedOn: at.toISOString() }])
    expect(await act('session.end', { agent: id })).toMatchObject({ changed: true })
    expect((await neha.call('listAgentSessions', { id })).answer.rows).toEqual([])
  })
})

describe('a whole mobile', () => {
  test('is shown to a person who says why, and the trail keeps the reason', async () => {
    bank.server.clock.advance(60_000)
    const { answer } = await neha.call('showMobile', {
      id: idOf('9400000001'),
      reason: 'calls from 9812345678',
    })
    expect(answer).toEqual({ mobile: '9400000001' })
    expect((await bank.staffRows()).at(-1)).toMatchObject({
      action: 'agent.show-mobile',
      subject: 'XXXXXX0001 calls from XXXXXX5678',
      agentId: idOf('9400000001'),
    })
  })

  test('is shown thirty times in an hour and a hundred times in a day', async () => {
    const vikram = await bank.signIn('security')
    const shown = async () =>
      (await vikram.call('showMobile', { id: idOf('9400000001'), reason: 'fraud' })).error?.code
    for (let time = 0; time < 30; time += 1) {
      expect(await shown()).toBeUndefined()
      bank.server.clock.advance(2_000)
    }
    expect(await shown()).toBe('too_many')

    // The other hours of the day would leave 69 more of the same rows.
    await bank.sql(`with last as (select * from audit_events where action = 'agent.show-mobile' and outcome = 'done'
         order by happened_on desc limit 1)
       insert into audit_events (id, happened_on, actor_kind, actor, agent_id, action, subject, outcome)
       select gen_random_uuid(), happened_on, actor_kind, actor, agent_id, action, subject, outcome
       from last, generate_series(1, 69)`)
    bank.server.clock.advance(3_600_000)
    await signInAgain()
    expect(await shown()).toBeUndefined()
    expect(await shown()).toBe('too_many')

    async function signInAgain() {
      // Another name at the provider is no other person.
      await bank.sql(`update staff set name = name || ' again' where id = $1`, [vikram.id])
      Object.assign(vikram, await bank.signIn(vikram))
      Object.assign(neha, await bank.signIn(neha))
    }
  })
})

describe('the search', () => {
  test.each<[string, form: string, kind: string, titles: string[]]>([
    ['9400000001', 'mobile', 'agent', ['Asha Verma']],
    ['0004', 'last-digits', 'agent', ['Ravi Kumar Verma']],
    ['verma', 'words', 'agent', ['Asha Verma', 'Ravi Kumar Verma']],
    ['nashik', 'words', 'branch', ['Nashik Road']],
    ['B-01', 'reference', 'agent', ['Asha Verma']],
  ])('of %s is of the form %s and finds %s', async (text, form, kind, titles) => {
    const { answer } = await neha.call('search', { text: ` ${text} ` })
    expect(answer).toMatchObject({ form, unfinished: [] })
    const found = answer.kinds.find(one => one.kind === kind)
    expect(found?.results.map(({ title }) => title)).toEqual(titles)
  })

  test('leaves neither the text nor a mobile in the trail, but a digest by which two searches compare', async () => {
    for (const text of ['9400000001', '9400000001', 'REF/2027/1', 'Asha']) {
      bank.server.clock.advance(1)
      await neha.call('search', { text })
    }
    const rows = (await bank.staffRows()).slice(-4).map(({ action, subject }) => [action, subject])
    expect(rows).toEqual([
      ['search.find', expect.stringMatching(/^mobile [0-9a-f]{16}: 1 results$/)],
      rows[0],
      ['search.find', expect.stringMatching(/^reference [0-9a-f]{16}: 0 results$/)],
      ['search.find', 'words: 1 results'],
    ])
  })

  test('names what was not finished in its time', async () => {
    await bank.sql(`alter table agents rename to agents_slow;
      create view agents as select a.* from agents_slow a, lateral (select pg_sleep(1)) as wait`)
    try {
      const { answer } = await neha.call('search', { text: 'asha' })
      expect(answer).toMatchObject({ kinds: [], unfinished: ['agent'] })
    } finally {
      await bank.sql(`drop view agents; alter table agents_slow rename to agents`)
    }
  })
})

describe('many agents', () => {
  const marked = () => ['9400000001', '9400000002'].map(idOf)

  test('up to ten are done by one person, each with a row of its own', async () => {
    expect(await act('agent.disable-many', { agents: marked() })).toEqual({ done: true, changed: true })
    expect(await namesOf({ status: 'disabled' })).toEqual(['Asha Verma', 'Balwinder Singh'])
    const rows = (await bank.staffRows()).filter(({ action }) => action.startsWith('agent.disable'))
    const told = rows.map(({ action, subject, agentId }) => [action, subject, agentId])
    expect(told.toSorted(byWords)).toEqual([
      ['agent.disable', 'XXXXXX0001: She asked', idOf('9400000001')],
      ['agent.disable', 'XXXXXX0002: She asked', idOf('9400000002')],
      ['agent.disable-many', '2 agents: She asked', null],
    ])
    expect(await act('agent.disable-many', { agents: marked() })).toEqual({ done: true, changed: false })
    expect(await act('agent.enable-many', { agents: marked() })).toEqual({ done: true, changed: true })
  })

  test('one who is no agent leaves all as they are', async () => {
    const agents = [...marked(), '01890000-0000-7000-8000-000000000000']
    expect(await act('agent.disable-many', { agents })).toMatchObject({ code: 'refused' })
    expect(await namesOf({ status: 'disabled' })).toEqual([])
  })

  test('a whole list is for a second person, and is the list of its moment', async () => {
    const list = { filters: { branch: 'Nashik Road' }, at: bank.server.clock.now().toISOString() }
    expect(await act('agent.disable-many', { marked: list })).toEqual({ proposal: expect.any(Number) })
    const before = new Date(bank.server.clock.now().getTime() - 365 * dayMs).toISOString()
    expect(await act('agent.disable-many', { marked: { ...list, at: before } })).toMatchObject({
      code: 'refused',
      message: 'No agent of this list is left.',
    })
  })
})

describe('a view', () => {
  test('is kept under its name, for its person alone, twenty at most', async () => {
    const view = { name: 'My branch', address: '/agents?branch=Camp' }
    await neha.call('saveView', view)
    await neha.call('saveView', { ...view, address: '/agents?branch=Fort' })
    const { answer } = await neha.call('listViews')
    expect(answer.views).toEqual([
      { id: expect.any(String), name: 'My branch', address: '/agents?branch=Fort' },
    ])
    const other = await bank.signIn('viewer')
    const id = answer.views[0]?.id ?? ''
    await other.call('removeView', { id })
    expect((await other.call('listViews')).answer.views).toEqual([])
    for (let n = 2; n <= 20; n += 1) await neha.call('saveView', { ...view, name: `View ${n}` })
    expect((await neha.call('saveView', { ...view, name: 'One more' })).error?.code).toBe('refused')
    await neha.call('removeView', { id })
    expect((await neha.call('listViews')).answer.views).toHaveLength(19)
  })

  test.each([
    '/agents?q=9400000001',
    '/agents?q=94%300000001',
    '/agents?q=%ff94%300000001',
    '//elsewhere.example',
    'https://elsewhere.example',
  ])('keeps no address such as %s', async address => {
    expect((await neha.call('saveView', { name: 'Bad', address })).status).toBe(422)
  })
})

describe('an export', () => {
  test('has every row of the list, masked and without formulas, and says that it is complete', async () => {
    await act('agent.update', { agent: idOf('9400000002'), changes: { supervisor: '=HYPERLINK("x")' } })
    bank.server.clock.advance(1)
    const { answer, headers } = await neha.call('exportAgents', { sort: 'name' })
    const lines = answer.split('\r\n')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(lines[0]).toMatch(/^\ufeffid,mobile,name,/)
    expect(lines).toHaveLength(8)
    expect(lines[3]).toContain(
      `,XXXXXX0002,Balwinder Singh,B-02,Ludhiana East,,"'=HYPERLINK(""x"")",DBS_AGENT,`,
    )
    expect(lines.slice(-2)).toEqual(['"# complete, 5 rows, agents"', ''])
    expect((await bank.staffRows()).at(-1)).toMatchObject({
      action: 'agent.export',
      subject: 'list of agents',
    })
  })

  test('that could not be finished says so in its last line', async () => {
    await bank.sql('alter table agent_roles rename to away')
    try {
      const { answer } = await neha.call('exportAgents', { branch: 'Camp' })
      expect(answer.split('\r\n').at(-2)).toBe(
        '"# INCOMPLETE: the database did not answer, after 0 rows, agents, branch=Camp"',
      )
    } finally {
      await bank.sql('alter table away rename to agent_roles')
    }
  })
})

const byWords = (one: unknown[], other: unknown[]) => (String(one) < String(other) ? -1 : 1)

async function act(name: ActName, input: Record<string, unknown>): Promise<unknown> {
  // A person may do sixty acts in a minute, and audit rows with the same time have no order.
  bank.server.clock.advance(1_100)
  const { answer, error } = await neha.call('doAct', { name, input, reason: 'She asked' })
  return error ?? answer
}
