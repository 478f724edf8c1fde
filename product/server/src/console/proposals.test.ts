import { expect, test } from 'vitest'

import { copyProposal } from '../../testing/staff.ts'
import { consoleOfFile, startTestConsole } from '../../testing/test-console.ts'

const bank = await consoleOfFile({ proofs: { use: async proof => proof === 'proof' } })
await bank.sql(`insert into roles (id) values ('EXTRA')`)
const neha = await bank.signIn('supervisor')
const vikram = await bank.signIn('security')

async function proposed(): Promise<{ number: number; agent: string; contentHash: string }> {
  const { id: agent } = await bank.server.newAgent()
  const { answer } = await neha.call('doAct', {
    name: 'role.grant',
    input: { agent, role: 'EXTRA' },
    reason: 'New at the desk',
  })
  if (!('proposal' in answer)) throw new Error('it was done by one person')
  const { contentHash } = (await vikram.call('getProposal', { number: answer.proposal })).answer
  return { number: answer.proposal, agent, contentHash }
}

test('who may approve sees it wait, looks at it and approves it with a fresh proof', async () => {
  const { number, agent, contentHash } = await proposed()
  const { answer, counters } = await vikram.call('listProposals', { list: 'waiting' })
  expect(counters).toMatchObject({ proposals: 1 })
  expect(answer.rows).toMatchObject([
    { number, act: 'role.grant', maker: { id: neha.id }, agent: { id: agent } },
  ])
  const vote = { number, vote: 'approve', contentHash } as const
  expect(await vikram.call('vote', vote)).toMatchObject({ status: 412, error: { code: 'proof_needed' } })
  const done = await vikram.call('vote', { ...vote, proof: 'proof' }, { key: 'key-of-vote' })
  expect(done).toMatchObject({ answer: { state: 'applied' }, counters: { proposals: 0 } })
  expect((await vikram.call('vote', { ...vote, proof: 'proof' }, { key: 'key-of-vote' })).answer).toEqual(
    done.answer,
  )
  expect((await neha.call('getProposal', { number })).answer).toMatchObject({
    state: 'applied',
    votes: [{ person: { id: vikram.id }, vote: 'approve', counts: true }],
  })
})

test('it is commented on, proposed anew and withdrawn, page by page', async () => {
  const { number } = await proposed()
  await vikram.call('comment', { number, text: 'For how long?' })
  const { proposal } = (await neha.call('proposeAnew', { number, reason: 'For a month' })).answer
  expect((await vikram.call('getProposal', { number })).answer).toMatchObject({
    state: 'withdrawn',
    result: 'It was proposed anew.',
    comments: [{ person: { id: vikram.id }, text: 'For how long?' }],
  })
  expect((await neha.call('withdraw', { number: proposal })).answer).toEqual({ state: 'withdrawn' })
  const { number: copied } = await proposed()
  await Promise.all(Array.from({ length: 49 }, () => copyProposal(bank.open.runner, copied)))
  const first = (await neha.call('listProposals', { list: 'mine' })).answer
  expect(first.rows).toHaveLength(50)
  const second = (await neha.call('listProposals', { list: 'mine', after: String(first.next) })).answer
  expect(second.rows[0]?.number).toBeLessThan(first.rows.at(-1)?.number ?? 0)
  expect(second.next).toBeUndefined()
  expect(await neha.call('listProposals', { list: 'mine', after: 'none' })).toMatchObject({ status: 422 })
})

test('a viewer sees no proposal, and each person the emergencies', async () => {
  const viewer = await bank.signIn('viewer')
  expect(await viewer.call('listProposals', { list: 'open' })).toMatchObject({ status: 403 })
  await bank.sql(
    `insert into emergencies (act, actor, reason) values ('role.grant', 'priya', 'The desk is cut off')`,
  )
  const { answer } = await viewer.call('listEmergencies')
  expect(answer.rows).toMatchObject([{ number: 1, actor: 'priya', reason: 'The desk is cut off' }])
})

test('where four eyes are off, whoever may propose does it alone, and every page is told', async () => {
  const alone = await startTestConsole({ server: bank.server, config: { fourEyes: false } })
  const person = await alone.signIn('supervisor')
  const { id: agent } = await bank.server.newAgent()
  const grant = { name: 'role.grant', input: { agent, role: 'EXTRA' } } as const
  expect((await person.call('doAct', grant)).answer).toEqual({ done: true, changed: true })
  expect((await person.call('getMe')).answer.fourEyes).toBe(false)

  await bank.sql(`insert into four_eyes default values`)
  expect((await person.call('getMe')).answer.fourEyes).toBe(true)
  const revoke = { name: 'privilege.restore', input: { agent, privilege: 'DO_EKYC_APP' } } as const
  expect((await person.call('planAct', revoke)).answer.permission).toBe('propose')
  await alone.close()
})
