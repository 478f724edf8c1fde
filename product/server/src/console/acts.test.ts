import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { hourMs } from '../domain/clocks.ts'
import { consoleOfFile, type TestPerson } from '../../testing/test-console.ts'

const bank = await consoleOfFile({ proofs: { use: async proof => proof === 'proof' } })
const agentId = await bank.server.addAgent({ mobile: '9610000001' })
await bank.sql(`insert into roles (id) values ('DBS_AUDITOR')`)

const doneRows = async (action: string) =>
  (await bank.staffRows()).filter(row => row.action === action && row.outcome === 'done').length

const disabledOf = async (agent: string) =>
  (await bank.countRows('agents', `id = '${agent}' and disabled_on is not null`)) === 1

const disable = (person: TestPerson, agent: string, key?: string) =>
  person.call(
    'doAct',
    { name: 'agent.disable', input: { agent }, reason: 'Left the bank' },
    key === undefined ? {} : { key },
  )

describe('an act of one person', () => {
  test('is done, and its answer tells no more than that', async () => {
    const neha = await bank.signIn('support')
    const agent = await bank.server.addAgent({ mobile: '9610000002' })
    expect(await disable(neha, agent)).toMatchObject({ status: 200, answer: { done: true, changed: true } })
    expect(await disabledOf(agent)).toBe(true)
    expect((await disable(neha, agent)).answer).toEqual({ done: true, changed: false })
  })

  test('is refused to a role that may not, naming those that may; the refusal is in the trail', async () => {
    const viewer = await bank.signIn('viewer')
    const { status, error } = await disable(viewer, agentId)
    expect({ status, error }).toMatchObject({
      status: 403,
      error: { code: 'not_permitted', roles: ['support', 'supervisor', 'security'] },
    })
    expect((await bank.staffRows()).at(-1)).toMatchObject({
      actor: `Neha viewer (staff ${viewer.id.slice(-8)})`,
      action: 'agent.disable',
      subject: 'not permitted',
      outcome: 'refused',
    })
    expect(await disabledOf(agentId)).toBe(false)
  })

  test('that takes away somebody’s work asks why', async () => {
    const neha = await bank.signIn('supervisor')
    for (const reason of [undefined, ' '])
      expect(
        await neha.call('doAct', {
          name: 'agent.disable-many',
          input: { agents: [agentId] },
          ...(reason && { reason }),
        }),
      ).toMatchObject({ status: 422, error: { code: 'bad_input', fields: ['reason'] } })
  })

  test.each([
    ['an act that nobody knows', { name: 'agent.praise', input: {} }, ['name']],
    ['an input of another act', { name: 'agent.disable', input: { id: '1' } }, ['input']],
    ['a reason that is no text', { name: 'agent.disable', input: {}, reason: 7 }, ['reason']],
  ])('is refused for %s, naming the field', async (_what, request, fields) => {
    const neha = await bank.signIn('support')
    const refused = await neha.call('doAct', request as never)
    expect(refused).toMatchObject({ status: 422, error: { code: 'bad_input', fields } })
  })
})

test.each([
  ['agent.list', { search: '', limit: 1_000_000, after: '' }],
  ['agent.export', {}],
  ['agent.show-mobile', { agent: randomUUID(), reason: 'call' }],
] as const)(
  'a look (%s) is no act of this call, so that nobody reads a whole list by it',
  async (name, input) => {
    const ravi = await bank.signIn('supervisor')
    expect(await ravi.call('doAct', { name, input })).toMatchObject({
      status: 422,
      error: { code: 'bad_input', fields: ['name'] },
    })
  },
)

describe('the key of an act', () => {
  test('lets one of several requests do the act, at once or later; all get its answer', async () => {
    const neha = await bank.signIn('support')
    const agent = await bank.server.addAgent({ mobile: '9610000004' })
    const before = await doneRows('agent.disable')
    const answers = await Promise.all(Array.from({ length: 5 }, () => disable(neha, agent, 'key-at-once')))
    answers.push(await disable(neha, agent, 'key-at-once'))
    expect(answers.map(({ answer }) => answer)).toEqual(answers.map(() => ({ done: true, changed: true })))
    expect(await doneRows('agent.disable')).toBe(before + 1)
  })

  test('is refused for another content, and belongs to its person alone', async () => {
    const [neha, ravi] = [await bank.signIn('support'), await bank.signIn('support')]
    const [one, other] = [
      await bank.server.addAgent({ mobile: '9610000005' }),
      await bank.server.addAgent({ mobile: '9610000006' }),
    ]
    await disable(neha, one, 'key-of-neha')
    expect(await disable(neha, other, 'key-of-neha')).toMatchObject({
      status: 409,
      error: { code: 'key_used' },
    })
    expect(await disabledOf(other)).toBe(false)
    expect((await disable(ravi, other, 'key-of-neha')).answer).toEqual({ done: true, changed: true })
  })

  test('stays free when the act was refused, since nothing was done', async () => {
    const neha = await bank.signIn('support')
    const nobody = '00000000-0000-4000-8000-000000000000'
    await disable(neha, nobody, 'key-of-refusal')
    expect((await disable(neha, agentId, 'key-of-refusal')).answer).toEqual({ done: true, changed: true })
  })

  test('is demanded, and of a fixed form', async () => {
    const neha = await bank.signIn('support')
    const request = { name: 'agent.disable', input: { agent: agentId } } as const
    for (const key of [undefined, 'short', 'with a space'])
      expect(await neha.call('doAct', request, { headers: { 'idempotency-key': key } })).toMatchObject({
        status: 422,
        error: { fields: ['Idempotency-Key'] },
      })
  })
})

test('a plan tells whom the act reaches, and what this person may do about it', async () => {
  const plan = async (role: 'support' | 'supervisor' | 'viewer', agents: number) => {
    const input = { agents: Array.from({ length: agents }, () => randomUUID()) }
    return (await (await bank.signIn(role)).call('planAct', { name: 'agent.disable-many', input })).answer
  }
  expect(await plan('supervisor', 10)).toEqual({ reach: 10, permission: 'do', needsProof: false })
  expect(await plan('supervisor', 11)).toEqual({ reach: 11, permission: 'propose', needsProof: false })
  expect(await plan('viewer', 1)).toMatchObject({ permission: 'nothing' })
})

describe('what one person does not do freely', () => {
  const details = { name: 'Ravi', roles: ['DBS_AGENT'] }

  test('an agent with a role is added by two, and one without by one', async () => {
    const meera = await bank.signIn('supervisor')
    const vikram = await bank.signIn('security')
    const add = (input: Record<string, unknown>) =>
      meera.call('doAct', { name: 'agent.add', input: { ...details, ...input }, reason: 'New' })
    expect((await add({ mobile: '9610000801', roles: [] })).answer).toEqual({ done: true, changed: true })
    const { answer } = await add({ mobile: '9610000803' })
    expect(answer).toEqual({ proposal: expect.any(Number) })
    const agents = () => bank.sql(`select from agents where mobile = '9610000803'`)
    expect(await agents()).toHaveLength(0)
    const number = (answer as { proposal: number }).proposal
    const shown = await vikram.call('getProposal', { number })
    expect(shown.answer.changes).toContainEqual({ field: 'mobile', now: '', becomes: '9610000803', rows: 1 })
    const vote = { number, vote: 'approve', contentHash: shown.answer.contentHash, proof: 'proof' } as const
    expect((await vikram.call('vote', vote)).answer).toMatchObject({ state: 'applied' })
    expect(await agents()).toHaveLength(1)
  })

  test('who may vote on another mobile sees it whole, and leaves a row', async () => {
    const meera = await bank.signIn('supervisor')
    const vikram = await bank.signIn('security')
    const agent = await bank.server.addAgent({ mobile: '9610000810' })
    const change = { name: 'agent.change-mobile', input: { agent, to: '9610009810' } } as const
    const { answer } = await meera.call('doAct', { ...change, reason: 'Lost', proof: 'proof' })
    const number = (answer as { proposal: number }).proposal
    const changesFor = async (who: TestPerson) =>
      (await who.call('getProposal', { number })).answer.changes[0]
    expect(await changesFor(meera)).toMatchObject({ now: 'XXXXXX0810', becomes: 'XXXXXX9810' })
    const before = await doneRows('agent.show-mobile')
    expect(await changesFor(vikram)).toMatchObject({ now: '9610000810', becomes: '9610009810' })
    expect(await doneRows('agent.show-mobile')).toBe(before + 1)
  })

  test('more than ten agents in an hour are for two, whichever act it is and however many calls', async () => {
    const neha = await bank.signIn('support')
    const agents = await Promise.all(
      Array.from({ length: 13 }, (_, n) => bank.server.addAgent({ mobile: `96100007${n + 10}` })),
    )
    const act = (name: 'session.end' | 'agent.disable', input: Record<string, unknown>) =>
      neha.call('doAct', { name, input, reason: 'They left (proposal 1 of me, approved by me)' })
    for (const agent of agents.slice(0, 9))
      expect((await act('agent.disable', { agent })).answer).toEqual({ done: true, changed: true })
    const plan = await neha.call('planAct', { name: 'agent.disable', input: { agent: agents[9] } })
    expect(plan.answer.permission).toBe('do')
    // Several calls at once take the last place once.
    const last = await Promise.all(agents.slice(9).map(agent => act('agent.disable', { agent })))
    expect(last.filter(({ status, answer }) => status === 200 && 'done' in answer)).toHaveLength(1)
    // Nobody of them has a session: there is nothing to propose.
    expect(await act('session.end', { agents: agents.slice(0, 3) })).toMatchObject({ status: 422 })
    bank.server.clock.advance(hourMs + 1)
    const again = await bank.signIn(neha)
    expect((await disable(again, agents[12] ?? '')).answer).toMatchObject({ done: true })
  })

  test('a consent is withdrawn with a proof, and by two beyond the number of a day', async () => {
    const neha = await bank.signIn('support')
    const withdraw = { name: 'consent.withdraw', input: { reference: 'none' } } as const
    expect(await neha.call('doAct', withdraw)).toMatchObject({ error: { code: 'proof_needed' } })
    const plan = async () => (await neha.call('planAct', withdraw)).answer
    expect(await plan()).toEqual({ reach: 1, permission: 'do', needsProof: true })
    await bank.sql(
      `insert into audit_events (id, happened_on, actor_kind, agent_id, actor, action, subject, outcome)
       select gen_random_uuid(), $1, 'staff', $2, $3, 'consent.withdraw', '', 'done' from generate_series(1, 20)`,
      [bank.server.clock.now(), agentId, `Another name (staff ${neha.id.slice(-8)})`],
    )
    expect(await plan()).toMatchObject({ permission: 'propose' })
  })

  test("an other session of oneself is ended, and nobody else's", async () => {
    const person = await bank.addStaff(['viewer'])
    const first = await bank.signIn(person)
    bank.server.clock.advance(1_000)
    const second = await bank.signIn(person)
    const { sessions } = (await second.call('getMe')).answer
    const openedOn = sessions.find(({ isCurrent }) => !isCurrent)?.openedOn ?? ''
    const end = { name: 'staff.end-own-session', input: { openedOn } } as const
    expect((await (await bank.signIn('viewer')).call('doAct', end)).answer).toMatchObject({ changed: false })
    expect((await second.call('doAct', end)).answer).toEqual({ done: true, changed: true })
    expect((await first.call('getMe')).status).toBe(401)
    expect((await second.call('getMe')).status).toBe(200)
  })
})
