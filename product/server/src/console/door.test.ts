import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestConsole, type TestConsole } from '../testing/test-console.ts'

let bank: TestConsole
beforeAll(async () => {
  bank = await startTestConsole()
})
afterAll(() => bank.close())

test('a person who has signed in sees who they are, and their sessions', async () => {
  const neha = await bank.signIn(['support', 'supervisor'])
  const { status, answer, counters } = await neha.call('getMe')
  expect({ status, counters }).toEqual({ status: 200, counters: { proposals: 0, emergencies: 0 } })
  expect(answer).toMatchObject({
    id: neha.id,
    name: 'Neha support supervisor',
    roles: ['support', 'supervisor'],
    session: { idleLimitMs: 900_000 },
    sessions: [{ means: 'passkey', isCurrent: true }],
    fourEyes: true,
  })
})
