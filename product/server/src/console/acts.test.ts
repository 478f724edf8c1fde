import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type { Proofs } from './handlers.ts'
import { runSql } from '../testing/run-sql.ts'
import { startTestConsole, type TestConsole, type TestPerson } from '../testing/test-console.ts'

let bank: TestConsole
let agentId: string
beforeAll(async () => {
  bank = await startTestConsole()
  agentId = await bank.server.addAgent({ mobile: '9610000001' })
  await runSql(bank.open.runner, `insert into roles (id) values ('DBS_AUDITOR')`)
})
afterAll(() => bank.close())

const doneRows = async (action: string) =>
  (await bank.staffRows()).filter(row => row.action === action && row.outcome === 'done').length

async function disabledOf(agent: string): Promise<boolean> {
  const [row] = await runSql<{ is: boolean }>(
    bank.open.runner,
    'select disabled_on is not null as is from agents where id = $1',
    [agent],
  )
  return row?.is === true
}

const disable = (person: TestPerson, agent: string, key?: string) =>
  person.call('doAct', { name: 'agent.disable', input: { agent } }, key === undefined ? {} : { key })

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
      actor: `Neha viewer (staff ${viewer.id.slice(0, 8)})`,
      action: 'agent.disable',
      subject: 'not permitted',
      outcome: 'refused',
    })
    expect(await disabledOf(agentId)).toBe(false)
  })

  test('is refused in the words of the act where there is nothing to do it to', async () => {
    const neha = await bank.signIn('support')
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect(await disable(neha, nobody)).toMatchObject({
      status: 422,
      error: { code: 'refused', message: expect.stringContaining('There is no agent') },
    })
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
    const before = (await bank.staffRows()).filter(row => row.action === name).length
    const ravi = await bank.signIn('supervisor')
    expect(await ravi.call('doAct', { name, input })).toMatchObject({
      status: 422,
      error: { code: 'bad_input', fields: ['name'] },
    })
    expect((await bank.staffRows()).filter(row => row.action === name)).toHaveLength(before)
  },
)

describe('the key of an act', () => {
  test('gives a repeated request the same answer, and does the act once', async () => {
    const neha = await bank.signIn('support')
    const agent = await bank.server.addAgent({ mobile: '9610000003' })
    const before = await doneRows('agent.disable')
    const answers = [
      await disable(neha, agent, 'key-of-one-act'),
      await disable(neha, agent, 'key-of-one-act'),
    ]
    expect(answers.map(({ answer }) => answer)).toEqual(answers.map(() => ({ done: true, changed: true })))
    expect(await doneRows('agent.disable')).toBe(before + 1)
  })

  test('lets one of several requests at once do the act; all get its answer', async () => {
    const neha = await bank.signIn('support')
    const agent = await bank.server.addAgent({ mobile: '9610000004' })
    const before = await doneRows('agent.disable')
    const answers = await Promise.all(Array.from({ length: 5 }, () => disable(neha, agent, 'key-at-once')))
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

describe('an act that needs a second person', () => {
  const grant = (agent: string) =>
    ({ name: 'role.grant', input: { agent, role: 'DBS_AUDITOR' }, reason: 'New at the branch' }) as const

  test('is not done by one, and becomes a proposal where there are proposals', async () => {
    const neha = await bank.signIn('supervisor')
    const made = await neha.call('doAct', grant(agentId), { key: 'key-of-proposal' })
    expect(made).toMatchObject({ answer: { proposal: expect.any(Number) }, counters: { proposals: 0 } })
    expect((await neha.call('doAct', grant(agentId), { key: 'key-of-proposal' })).answer).toEqual(made.answer)
    expect((await (await bank.signIn('security')).call('getMe')).counters).toEqual({
      proposals: 1,
      emergencies: 0,
    })
    const viewer = await bank.signIn('viewer')
    expect((await viewer.call('doAct', grant(agentId))).status).toBe(403)
  })

  test('is not done without a fresh proof where it needs one, whose content is the act', async () => {
    const use = vi.fn<Proofs['use']>(async proof => proof === 'proof-of-neha')
    const door = await startTestConsole({ server: bank.server, proofs: { use } })
    const neha = await door.signIn('supervisor')
    const input = { agent: agentId, to: '9610000099' }
    const change = (proof?: string) =>
      neha.call('doAct', {
        name: 'agent.change-mobile',
        input,
        reason: 'Her number has changed',
        ...(proof && { proof }),
      })
    expect(await change()).toMatchObject({ status: 412, error: { code: 'proof_needed' } })
    expect(await change('proof-of-neha')).toMatchObject({ answer: { proposal: expect.any(Number) } })
    expect(use).toHaveBeenLastCalledWith('proof-of-neha', {
      staffId: neha.id,
      act: 'agent.change-mobile',
      input,
    })
    await door.close()
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
