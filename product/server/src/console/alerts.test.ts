import { expect, test } from 'vitest'

import { consoleOfFile } from '../../testing/test-console.ts'

const bank = await consoleOfFile()
const agentId = await bank.server.addAgent({ mobile: '9630000001' })
const at = bank.server.clock.now()
const alert = { agentId, beganOn: at, lastOn: at, openedOn: at, stops: false }
const open = (rule: string, facts: object) => bank.insertRows('fraud_alerts', [{ ...alert, rule, facts }])
await open('night', { counted: 15, from: 6 })
await open('burst', { counted: 30, from: 20 })
const neha = await bank.signIn('supervisor')
const viewer = await bank.signIn('viewer')

const rowsOf = async (state: 'taken' | 'closed') => (await viewer.call('listAlerts', { state })).answer.rows

test('new alerts are listed to everybody, and counted with every answer', async () => {
  const { answer, counters } = await viewer.call('listAlerts')
  expect(answer.rows).toMatchObject([
    { rule: 'burst' },
    {
      rule: 'night',
      number: 1,
      state: 'new',
      agent: { id: agentId, name: 'Test Agent' },
      facts: { counted: 15, from: 6 },
    },
  ])
  expect(counters.alerts).toBe(2)
})

test('one person takes an alert, and the others see who', async () => {
  const take = { name: 'alert.take', input: { number: 1 } } as const
  expect((await viewer.call('doAct', take)).status).toBe(403)
  expect((await neha.call('doAct', take)).counters.alerts).toBe(1)
  expect(await rowsOf('taken')).toMatchObject([{ number: 1, takenBy: 'Neha supervisor' }])
  const other = await bank.signIn('security')
  expect((await other.call('doAct', take)).error?.message).toBe('There is no alert 1 that nobody has taken.')
})

test('an alert is closed with what was found', async () => {
  const close = { name: 'alert.close', input: { number: 1, why: 'A camp of the branch' } } as const
  expect((await neha.call('doAct', close)).status).toBe(200)
  expect(await rowsOf('taken')).toEqual([])
  expect(await rowsOf('closed')).toMatchObject([
    { number: 1, state: 'closed', closedBy: 'Neha supervisor', why: 'A camp of the branch' },
  ])
})
