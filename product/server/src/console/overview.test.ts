import { expect, test } from 'vitest'

import { dayMs, hourMs, minuteMs } from '../domain/clocks.ts'
import { newId } from '../domain/ids.ts'
import { consoleOfFile } from '../../testing/test-console.ts'

/** The clock of the tests starts at noon in India. */
const at = (beforeMs = 0) => new Date(bank.server.clock.now().getTime() - beforeMs)

const bank = await consoleOfFile()
const agentId = await bank.server.addAgent({ mobile: '9640000001' })
const neha = await bank.signIn('supervisor')

test('a bank without any work has an empty Overview', async () => {
  expect((await neha.call('getOverview')).answer).toEqual({
    proposals: [],
    exceptions: [],
    alerts: [],
    givenUp: { count: 0, lastOn: null },
    failing: [],
    day: { date: '2027-03-10', today: [], weekAgo: [] },
  })
})

test('what waits stands on Overview, the next due first, and is counted with every answer', async () => {
  const opened = { agentId, openedOn: at(), tries: 3, reason: 'not_recognised' }
  await bank.insertRows('exceptions', [
    { ...opened, orderId: newId(at()), reference: 'DBS20002', dueBy: at(-dayMs) },
    { ...opened, orderId: newId(at()), reference: 'DBS20001', dueBy: at(minuteMs) },
  ])
  const alert = { rule: 'night', agentId, facts: {}, stops: true }
  await bank.insertRows('fraud_alerts', [{ ...alert, beganOn: at(), lastOn: at(), openedOn: at() }])
  const message = { agentId, id: newId(at()), kind: 'sms' }
  await bank.insertRows('outbox', [{ ...message, createdOn: at(), expiresOn: at(), deadOn: at() }])
  const failed = { service: 'bank', answered: 0, failed: 9, leastFailed: 'a', greatestFailed: 'b' }
  await bank.insertRows('service_minutes', [{ ...failed, minute: at(minuteMs) }])
  await bank.sql(`insert into roles (id) values ('EXTRA')`)
  const kavita = await bank.signIn('supervisor')
  const grant = { name: 'role.grant', input: { agent: agentId, role: 'EXTRA' }, reason: 'New work' } as const
  await kavita.call('doAct', grant)

  const { answer, counters } = await neha.call('getOverview')
  expect(answer).toMatchObject({
    proposals: [{ number: 1, act: 'role.grant', maker: { id: kavita.id }, agent: { id: agentId } }],
    exceptions: [
      { reference: 'DBS20001', isOverdue: true, agent: { name: 'Test Agent' } },
      { reference: 'DBS20002', isOverdue: false },
    ],
    alerts: [{ rule: 'night', stops: true, agent: { name: 'Test Agent' } }],
    givenUp: { count: 1, lastOn: at().toISOString() },
    failing: [{ service: 'bank', since: at(minuteMs).toISOString() }],
  })
  expect(counters).toEqual({ proposals: 1, exceptions: 2, alerts: 1 })
})

test('a viewer sees the alerts, and nothing that a viewer may not list', async () => {
  const viewer = await bank.signIn('viewer')
  const { answer, counters } = await viewer.call('getOverview')
  expect(answer).toMatchObject({ proposals: [], exceptions: [], givenUp: { count: 0 } })
  expect(answer.alerts).toHaveLength(1)
  expect(counters).toEqual({ proposals: 0, exceptions: 0, alerts: 1 })
})

test('the day so far is counted by the hour, beside the same weekday until the same time', async () => {
  const order = (beforeMs: number, status: string) => ({
    agentId,
    id: newId(at(beforeMs)),
    reference: `DBS${beforeMs}${status}`,
    status,
    createdOn: at(beforeMs),
    expiresOn: at(beforeMs - dayMs),
    ...(status !== 'INIT' && {
      transactionId: `UKC:${beforeMs}`,
      outcome: 'verified',
      message: 'text',
      completedOn: at(beforeMs),
    }),
  })
  await bank.insertRows('orders', [
    order(minuteMs, 'KYC_SUCCESS'),
    order(2 * minuteMs, 'KYC_FAILURE'),
    order(2 * hourMs, 'KYC_SUCCESS'),
    order(3 * minuteMs, 'INIT'),
    order(13 * hourMs, 'KYC_SUCCESS'),
    order(7 * dayMs + hourMs, 'KYC_FAILURE'),
    order(7 * dayMs - minuteMs, 'KYC_SUCCESS'),
  ])
  // All people get the same count for 10 s.
  bank.server.clock.advance(10_000)
  const { answer } = await neha.call('getOverview')
  expect(answer.day).toEqual({
    date: '2027-03-10',
    today: [
      { hour: 10, orders: 1, verified: 1 },
      { hour: 11, orders: 2, verified: 1 },
    ],
    weekAgo: [{ hour: 11, orders: 1, verified: 0 }],
  })
})

test('Overview is there again as soon as the database answers', async () => {
  bank.server.clock.advance(10_000)
  await bank.sql('alter table orders rename to orders_away')
  expect(await neha.call('getOverview')).toMatchObject({ status: 500 })
  await bank.sql('alter table orders_away rename to orders')
  expect(await neha.call('getOverview')).toMatchObject({ status: 200 })
})

test('Overview stands in the trail once an hour and person, and its own reads keep no session open', async () => {
  const looks = async () =>
    (await bank.server.auditRows({ action: 'overview.show' })).filter(({ actor }) => actor.startsWith('Asha'))
  const asha = await bank.signIn(await bank.addStaff(['auditor'], 'Asha'))
  for (let read = 0; read < 3; read += 1) await asha.call('getOverview')
  expect(await looks()).toHaveLength(1)
  bank.server.clock.advance(10 * minuteMs)
  expect((await asha.call('getOverview')).status).toBe(200)
  bank.server.clock.advance(6 * minuteMs)
  expect((await asha.call('getOverview')).status).toBe(401)
})
