import { expect, test } from 'vitest'

import { consoleOfFile } from '../../testing/test-console.ts'

const bank = await consoleOfFile({ proofs: { use: async () => true } })
const security = await bank.signIn('security')
const supervisor = await bank.signIn('supervisor')

async function proposedEnabling(staff: string): Promise<number> {
  const { answer, error } = await security.call('doAct', {
    name: 'staff.enable',
    input: { staff },
    reason: 'Back at the desk.',
  })
  if (!answer || !('proposal' in answer)) throw new Error(error?.message ?? 'done at once')
  return answer.proposal
}

async function approved(number: number) {
  const { answer: shown } = await supervisor.call('getProposal', { number })
  const vote = { number, vote: 'approve', contentHash: shown.contentHash } as const
  return { shown, state: (await supervisor.call('vote', vote)).answer.state }
}

test('access is taken by one, and given back by two', async () => {
  const joseph = await bank.signIn('viewer')
  const { id } = joseph
  await security.call('doAct', { name: 'staff.disable', input: { staff: id }, reason: 'On leave' })
  expect((await joseph.call('getMe')).status).toBe(401)
  expect((await security.call('getStaff', { id })).answer).toMatchObject({
    disabledOn: expect.any(String),
    sessions: [],
  })
  const { shown, state } = await approved(await proposedEnabling(id))
  expect(shown.changes).toEqual([{ field: 'state', now: 'disabled', becomes: 'enabled', rows: 1 }])
  expect(shown.touched).toMatchObject([{ kind: 'staff', id, moved: false }])
  expect(state).toBe('applied')
  expect((await security.call('getStaff', { id })).answer.disabledOn).toBeUndefined()
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
  const disable = { name: 'staff.disable', input: { staff: arjun.id }, reason: 'On leave' } as const
  const { answer } = await security.call('doAct', disable)
  expect(answer).toEqual({ done: true, changed: true })
  expect((await other.call('getMe')).status).toBe(200)
})
