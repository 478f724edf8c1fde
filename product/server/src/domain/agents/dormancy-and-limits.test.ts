import { indiaDate } from '@ekyc/contract/india-time'
import { afterEach, describe, expect, test } from 'vitest'

import { doKyc, openOrder, submitOrder } from '../../../testing/do-kyc.ts'
import { notMatched, verified } from '../../../testing/outside/fake-outside.ts'
import { operatorAt } from '../../../testing/operator-at.ts'
import { testCapture } from '../../../testing/outside/test-capture.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { serverOfFile } from '../../../testing/test-server.ts'
import { runHousekeeping } from '../../database/housekeeping.ts'
import { dayMs, hourMs } from '../clocks.ts'
import { dormancyCutoff } from './dormancy-and-limits.ts'
import { defaultPolicy } from '../policy.ts'
import type { AuthorityVerdict } from '../ports.ts'

const mobile = '9760000001'
const server = await serverOfFile({
  policy: {
    ...defaultPolicy,
    kycPerHourHighRisk: 2,
    kycPerDayHighRisk: 3,
    kycPerPlaceMediumRisk: 1,
    fraudNightCustomers: 3,
    fraudNightStops: 1,
    fraudScannersOfAgent: 0,
  },
})
const admin = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now })
await server.addAgent({ mobile, password: 'Agent@2026' })
await runHousekeeping(server.open.runner, server.clock.now(), defaultPolicy)
afterEach(async () => {
  await server.fraudWatch.judgeNoted()
  await server.sql(`delete from quotas`)
  await server.sql(`update agents set risk = '', kyc_on = '', branch = '', outlet = ''`)
})

const sqlOf = <Row extends object>(text: string) => server.sql<Row>(text)

async function kyc(of = mobile, answer: AuthorityVerdict = verified) {
  server.outside.answer = async () => answer
  return doKyc(server, { mobile: of, token: await server.signIn(of) })
}

async function successes(customers: number): Promise<number> {
  let n = 0
  for (let customer = 0; customer < customers; customer += 1) if ((await kyc()).response.success) n += 1
  return n
}

async function check(of = mobile) {
  return (await openOrder(server, { mobile: of, token: await server.signIn(of) })).response
}

async function opened() {
  server.outside.answer = async () => verified
  const token = await server.signIn(mobile)
  const { orderId } = await openOrder(server, { mobile, token })
  return { token, orderId }
}

const submit = (orderId: string, token: string) => submitOrder(server, { mobile, token }, orderId)

describe('dormancy', () => {
  const idleSince = (day: string) =>
    sqlOf(`update agent_standing set last_order_on = '-infinity', counted_from = '${day}'`)

  test('three months without an order refuse a KYC and no log-in, until the bank records a new KYC', async () => {
    await idleSince(indiaDate(new Date(server.clock.now().getTime() - 100 * dayMs)))
    expect(await check()).toMatchObject({ success: false, code: 'operator_dormant' })
    expect((await admin(`agents show ${mobile}`)).out).toContain('dormant')
    expect((await admin('agents list --status dormant')).out).toContain(mobile)

    const tomorrow = indiaDate(new Date(server.clock.now().getTime() + dayMs))
    expect((await admin(`agents kyc ${mobile} --kyc-on ${tomorrow}`)).code).not.toBe(0)
    const today = indiaDate(server.clock.now())
    expect(
      (await admin(`agents kyc ${mobile} --kyc-on ${today} --kyc-evidence KYC/17 --risk low`)).code,
    ).toBe(0)
    expect(await check()).toMatchObject({ success: true })
    expect((await admin(`agents show ${mobile}`)).out).toMatch(/KYC\/17[^]*low/)
  })

  test('an order that was opened in time is refused as well when its agent is dormant by now', async () => {
    await idleSince(indiaDate(server.clock.now()))
    const { token, orderId } = await opened()
    await idleSince('2020-01-01')
    const answer = await submit(orderId, token)
    expect(answer.response.code).toBe('operator_dormant')
    await idleSince(indiaDate(server.clock.now()))
  })

  test('an order moves the day within seconds', async () => {
    await idleSince(indiaDate(new Date(server.clock.now().getTime() - 80 * dayMs)))
    await kyc()
    await server.fraudWatch.judgeNoted()
    const [standing] = await sqlOf<{ day: string }>(
      `select last_order_on::text as day from agent_standing where last_order_on > '-infinity'`,
    )
    expect(standing?.day).toBe(indiaDate(server.clock.now()))
  })

  test('a month without that day ends with its last day', () => {
    const on = (day: string) => dormancyCutoff(new Date(`${day}T12:00:00+05:30`), defaultPolicy)
    expect(on('2026-05-31')).toBe('2026-02-28')
    expect(on('2026-01-15')).toBe('2025-10-15')
    expect(dormancyCutoff(new Date('2026-05-31'), { ...defaultPolicy, dormantAfterMonths: 0 })).toBe(
      undefined,
    )
  })
})

describe('limits by the class of risk', () => {
  test('hour and day are counted by the claim, and told before the next customer', async () => {
    await sqlOf(`update agents set risk = 'high'`)
    expect(await successes(2)).toBe(2)
    const response = await check()
    expect(response.code).toBe('operator_limit')
    server.clock.advance(hourMs + 1)
    expect((await kyc()).response.success).toBe(true)
    server.clock.advance(hourMs + 1)
    await runHousekeeping(server.open.runner, server.clock.now(), defaultPolicy)
    expect((await check()).code).toBe('operator_limit')
    server.clock.advance(dayMs)
    expect((await kyc()).response.success).toBe(true)
  })

  test('an agent of another class has no limit that its class has not', async () => {
    await sqlOf(`update agents set risk = 'low'`)
    expect(await successes(4)).toBe(4)
  })

  test('agents of one outlet share its day', async () => {
    const other = '9760000002'
    await server.addAgent({ mobile: other, password: 'Agent@2026' })
    await sqlOf(`update agents set branch = 'Fort', outlet = 'Kiosk'`)
    expect((await kyc()).response.success).toBe(true)
    expect((await check(other)).code).toBe('operator_limit')
  })

  test('a claim that one limit refuses takes nothing of another', async () => {
    await sqlOf(`update agents set risk = 'high'`)
    const { token, orderId } = await opened()
    await sqlOf(`insert into quotas (subject, kind, began_on, taken)
      select id::text, 'day-kyc', '${server.clock.now().toISOString()}', 3 from agents where mobile = '${mobile}'`)
    const refused = await submit(orderId, token)
    expect([refused.status, refused.response.code]).toEqual([429, 'operator_limit'])
    expect(await sqlOf(`select from quotas where kind = 'kyc-hour'`)).toEqual([])
    await sqlOf(`delete from quotas`)
    expect((await submit(orderId, token)).response.success).toBe(true)
  })
})

describe('rules against fraud', () => {
  test('an alert has numbers alone, rings once, stops where the bank says so, and its close lets work go on', async () => {
    server.clock.advance(dayMs)
    const india = new Date(server.clock.now().getTime() + 5.5 * hourMs)
    // The clock goes to half past midnight in India.
    server.clock.advance((24 - india.getUTCHours()) * hourMs + (30 - india.getUTCMinutes()) * 60_000)
    for (let customer = 0; customer < 4; customer += 1) {
      await kyc(mobile, notMatched)
      server.clock.advance(5 * 60_000)
    }
    await server.fraudWatch.judgeNoted()
    const alerts = await sqlOf<{ number: number; rule: string; facts: object; stops: boolean }>(
      `select number::integer, rule, facts, stops from fraud_alerts where closed_on is null`,
    )
    expect(alerts).toEqual([
      expect.objectContaining({ rule: 'night', facts: { counted: 4, from: 3 }, stops: true }),
    ])
    expect((await check()).code).toBe('operator_stopped')
    expect((await server.metrics.read()).text).toContain('ekyc_fraud_alerts_open 1')
    expect((await admin(`alerts list --agent ${mobile}`)).out).toMatch(/night.*stopped/)

    const number = alerts[0]?.number
    const [other] = await sqlOf<{ number: number }>(
      `insert into fraud_alerts (rule, agent_id, began_on, last_on, facts, stops, opened_on)
       select 'burst', agent_id, began_on, last_on, facts, stops, opened_on from fraud_alerts where number = ${number}
       returning number::integer`,
    )
    expect((await admin(`alerts close ${other?.number} --why "a camp"`)).code).toBe(0)
    expect((await check()).code).toBe('operator_stopped')
    expect((await admin(`alerts close ${number} --why "a fair, seen by the branch"`)).code).toBe(0)
    expect((await check()).success).toBe(true)
    expect(
      await sqlOf(
        `select subject, outcome from audit_events where action = 'alert.close' and agent_id is not null`,
      ),
    ).toContainEqual({ subject: `alert ${number}, night: a fair, seen by the branch`, outcome: 'done' })
    // After the close, a new order opens no alert, because the window of the rule began before the close.
    await kyc()
    await server.fraudWatch.judgeNoted()
    expect(await sqlOf('select from fraud_alerts where closed_on is null')).toEqual([])
  })

  test('the close of an alert sees the alert that a server is raising', async () => {
    const ofNight = '9760000020'
    await server.addAgent({ mobile: ofNight, password: 'Agent@2026' })
    await runHousekeeping(server.open.runner, server.clock.now(), defaultPolicy)
    for (let customer = 0; customer < 3; customer += 1) await kyc(ofNight, notMatched)
    const [burst] = await sqlOf<{ number: number; agentId: string }>(
      `insert into fraud_alerts (rule, agent_id, began_on, last_on, facts, stops, opened_on)
       select 'burst', id, now(), now(), '{}', true, now() from agents where mobile = '${ofNight}'
       returning number::integer, agent_id as "agentId"`,
    )
    const standing = `agent_standing where agent_id = '${burst?.agentId}'`
    await sqlOf(`update agent_standing set is_stopped = true, last_order_on = '-infinity'
      where agent_id = '${burst?.agentId}'`)
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

    const [, closed] = await server.open.runner
      .inTransaction(async holder => {
        await runSql(holder, `select from ${standing} for update`)
        const judged = server.fraudWatch.judgeNoted()
        await expect.poll(() => sqlOf(waits)).toHaveLength(1)
        const closing = admin(`alerts close ${burst?.number} --why "a camp"`)
        await expect.poll(() => sqlOf(waits)).toHaveLength(2)
        return [judged, closing] as const
      })
      .then(both => Promise.all(both))

    expect(closed.code).toBe(0)
    expect(await sqlOf(`select rule from fraud_alerts where closed_on is null`)).toEqual([{ rule: 'night' }])
    expect(await sqlOf(`select is_stopped from ${standing}`)).toEqual([{ is_stopped: true }])
  })

  test('[A23] a capture that the authority refuses counts for no scanner', async () => {
    await sqlOf('delete from watched_orders')
    await sqlOf('delete from watched_units')
    for (const refused of [notMatched, { kind: 'timed-out' } as const]) await kyc(mobile, refused)
    await server.fraudWatch.judgeNoted()
    expect(await sqlOf('select from watched_units')).toEqual([])
    expect(await sqlOf('select unit from watched_orders')).toEqual([{ unit: null }, { unit: null }])
    await kyc()
    await server.fraudWatch.judgeNoted()
    expect(await sqlOf('select from watched_units')).toHaveLength(1)
  })

  test('the same orders are judged once, however often a server tells them', async () => {
    await kyc()
    const before = await sqlOf<{ n: number }>('select count(*)::integer as n from watched_orders')
    await server.fraudWatch.judgeNoted()
    await server.fraudWatch.judgeNoted()
    const after = await sqlOf<{ n: number }>('select count(*)::integer as n from watched_orders')
    expect(after[0]?.n).toBe((before[0]?.n ?? 0) + 1)
  })

  test('no store has the reference or the number of a scanner', async () => {
    const rows = await sqlOf<{ customer: Buffer; unit: Buffer }>(
      `select customer, unit from watched_orders where unit is not null`,
    )
    expect(rows.length).toBeGreaterThan(0)
    const { dc } = testCapture(server.clock.now(), mobile).meta
    for (const { customer, unit } of rows)
      for (const secret of ['OPS-', dc, Buffer.from(dc.replaceAll('-', ''), 'hex')])
        expect([customer.includes(secret), unit.includes(secret)]).toEqual([false, false])
  })

  test('the housekeeping keeps orders a day and scanners a week', async () => {
    server.clock.advance(2 * dayMs)
    await runHousekeeping(server.open.runner, server.clock.now(), defaultPolicy)
    expect(await sqlOf('select from watched_orders')).toEqual([])
    expect((await sqlOf('select from watched_units')).length).toBeGreaterThan(0)
    server.clock.advance(6 * dayMs)
    await runHousekeeping(server.open.runner, server.clock.now(), defaultPolicy)
    expect(await sqlOf('select from watched_units')).toEqual([])
  })
})
