import { afterAll, beforeAll, expect, test } from 'vitest'

import { createSoftAuthenticator } from '../testing/soft-authenticator.ts'
import { startTestConsole, type TestConsole, type TestPerson } from '../testing/test-console.ts'

let bank: TestConsole
let security: TestPerson
let supervisor: TestPerson
beforeAll(async () => {
  bank = await startTestConsole({ proofs: { use: async () => true } })
  security = await bank.signIn('security')
  supervisor = await bank.signIn('supervisor')
})
afterAll(() => bank.close())

async function doneByTwo(name: 'staff.add' | 'staff.roles' | 'staff.enrol' | 'staff.enable', input: object) {
  const { answer, error } = await security.call('doAct', { name, input: { ...input }, reason: 'Asked for.' })
  if (!answer || !('proposal' in answer)) throw new Error(error?.message ?? 'done at once')
  const { proposal: number } = answer
  const { answer: shown } = await supervisor.call('getProposal', { number })
  const vote = { number, vote: 'approve', contentHash: shown.contentHash } as const
  const { answer: outcome } = await supervisor.call('vote', vote)
  return { shown, outcome }
}

test('a person is added by two others, and comes in by a link that is shown once', async () => {
  const { shown, outcome } = await doneByTwo('staff.add', {
    name: 'Farida Ansari',
    roles: ['support', 'viewer'],
  })
  expect(shown.changes).toEqual([
    { field: 'name', now: '', becomes: 'Farida Ansari', rows: 1 },
    { field: 'roles', now: '', becomes: 'viewer support', rows: 1 },
  ])
  expect(outcome.state).toBe('applied')
  const { answer } = await security.call('listStaff', { limit: 50 })
  const farida = answer.rows.find(({ name }) => name === 'Farida Ansari')
  expect(farida).toMatchObject({ roles: ['viewer', 'support'], isOfProvider: false })
  const id = farida?.id ?? ''
  expect((await security.call('getStaff', { id })).answer).toMatchObject({
    passkeys: 0,
    mayEnrol: true,
    sessions: [],
  })

  const { answer: link } = await security.call('issueLink', { staff: id })
  expect((await security.call('getStaff', { id })).answer.mayEnrol).toBe(false)
  const { token } = link
  const { answer: started } = await bank.call('startEnrolment', { token })
  const authenticator = createSoftAuthenticator({ origin: 'https://console.test', rpId: 'console.test' })
  const credential = await authenticator.make(started.options)
  expect((await bank.call('finishEnrolment', { token, credential })).status).toBe(200)
  expect((await security.call('getStaff', { id })).answer).toMatchObject({
    passkeys: 1,
    sessions: [{ means: 'link' }],
  })
})

test('other roles are shown to the second person, and end the sessions when they are given', async () => {
  const joseph = await bank.signIn(['supervisor'])
  const { shown, outcome } = await doneByTwo('staff.roles', { staff: joseph.id, roles: ['support'] })
  expect(shown.changes).toEqual([{ field: 'roles', now: 'supervisor', becomes: 'support', rows: 1 }])
  expect(shown.touched).toMatchObject([{ kind: 'staff', id: joseph.id, moved: false }])
  expect(outcome.state).toBe('applied')
  expect((await joseph.call('getMe')).status).toBe(401)
  const { answer } = await security.call('getStaff', { id: joseph.id })
  expect(answer).toMatchObject({ roles: ['support'], sessions: [] })
})

test('a change of roles that somebody overtook is not applied', async () => {
  const { id } = await bank.signIn('viewer')
  const { answer } = await security.call('doAct', {
    name: 'staff.roles',
    input: { staff: id, roles: ['support'] },
    reason: 'Moves to the desk.',
  })
  const number = 'proposal' in answer ? answer.proposal : 0
  await security.call('doAct', { name: 'staff.disable', input: { staff: id } })
  const { answer: shown } = await supervisor.call('getProposal', { number })
  expect(shown).toMatchObject({ hasMoved: true, touched: [{ id, moved: true }] })
  const vote = { number, vote: 'approve', contentHash: shown.contentHash } as const
  expect((await supervisor.call('vote', vote)).answer.state).toBe('conflicted')
})

test('access is given back by two, and a new link replaces the passkeys', async () => {
  const { id } = await bank.signIn('viewer')
  await security.call('doAct', { name: 'staff.disable', input: { staff: id } })
  expect((await security.call('getStaff', { id })).answer.disabledOn).toBeDefined()
  const { shown } = await doneByTwo('staff.enable', { staff: id })
  expect(shown.changes).toEqual([{ field: 'state', now: 'disabled', becomes: 'enabled', rows: 1 }])
  expect((await security.call('getStaff', { id })).answer.disabledOn).toBeUndefined()
  expect((await doneByTwo('staff.enrol', { staff: id })).outcome.state).toBe('applied')
  expect((await security.call('getStaff', { id })).answer.mayEnrol).toBe(true)
})

test('the list goes on by its own cursor, and is for the role security', async () => {
  const first = await security.call('listStaff', { limit: 50 })
  expect(first.answer.next).toBeUndefined()
  for (let more = first.answer.rows.length; more <= 50; more += 1)
    await bank.addStaff(['viewer'], `Person ${more}`)
  const { answer } = await security.call('listStaff', { limit: 50 })
  const rest = await security.call('listStaff', { limit: 50, after: answer.next ?? '' })
  expect(answer.rows).toHaveLength(50)
  const names = [...answer.rows, ...rest.answer.rows].map(({ id }) => id)
  expect(new Set(names).size).toBe(names.length)
  expect((await supervisor.call('listStaff')).error?.code).toBe('not_permitted')
})

test('a person sees the days of the own passkeys, and none of another', async () => {
  expect((await supervisor.call('listPasskeys')).answer).toEqual({ rows: [] })
})

test("a person whose name is the id of another is in nobody's way, and two of one name are told apart in the trail", async () => {
  const arjun = await bank.addStaff(['viewer'], 'Arjun Rao')
  await bank.addStaff(['viewer'], arjun.id)
  const other = await bank.signIn(await bank.addStaff(['viewer'], 'Arjun Rao'))
  await bank.signIn(arjun)
  const actors = (await bank.staffRows())
    .filter(({ actor }) => actor.startsWith('Arjun Rao'))
    .map(({ actor }) => actor)
  expect(new Set(actors).size).toBe(2)
  const { answer } = await security.call('doAct', { name: 'staff.disable', input: { staff: arjun.id } })
  expect(answer).toEqual({ done: true, changed: true })
  expect((await other.call('getMe')).status).toBe(200)
})
