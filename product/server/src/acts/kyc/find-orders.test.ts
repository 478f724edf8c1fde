import type { ConsoleCallName } from '@ekyc/contract/console/calls'
import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'
import { indiaDate } from '@ekyc/contract/india-time'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { countUnitsByCertificateState } from '../../database/agents/devices.ts'
import { addOrderPartitions } from '../../database/schema/order-partitions.ts'
import { dayMs, secondMs } from '../../domain/clocks.ts'
import { newId } from '../../domain/ids.ts'
import { Unavailable } from '../../domain/ports.ts'
import { doKyc } from '../../../testing/do-kyc.ts'
import { notMatched, verified } from '../../../testing/outside/fake-outside.ts'
import { operatorAt } from '../../../testing/operator-at.ts'
import { testCapture } from '../../../testing/outside/test-capture.ts'
import { consoleOfFile } from '../../../testing/test-console.ts'
import { serverOfFile } from '../../../testing/test-server.ts'

const mobile = '9320000001'
const model = 'MI-1'
let reference: string
const db = () => server.open.runner

const server = await serverOfFile({ consentRequired: false })
const devices = [{ dpId: 'DP', rdsId: 'RDS', mi: model, level: 'L1' as const }]
const bankConsole = await consoleOfFile({ server, config: { devices } })
const viewer = await bankConsole.signIn('viewer')
const { id: agentId, token } = await server.signedInAgent(mobile)
beforeEach(() => {
  reference = `FIND-${server.outside.references.size}`
  server.outside.answer = async () => verified
})

async function ask<Name extends ConsoleCallName>(
  name: Name,
  request: RequestOf<Name>,
): Promise<AnswerOf<Name>> {
  const { answer, error } = await viewer.call(name, request)
  if (error) throw new Error(error.message)
  return answer
}

const from = (after: string | undefined) => (after === undefined ? {} : { after })

async function submit(capture: object = {}): Promise<string> {
  const whole = { ...testCapture(server.clock.now(), mobile), ...capture }
  const { orderId } = await doKyc(server, { mobile, token, reference, capture: whole })
  server.clock.advance(secondMs)
  return String(orderId)
}

const deviceOf = (differs: object) => ({
  meta: { ...testCapture(server.clock.now(), mobile).meta, ...differs },
})

describe('an order', () => {
  test('is shown from its check to the delivery of its result', async () => {
    server.outside.bankIsAway = false
    const id = await submit(deviceOf({ dpId: 'DP', rdsId: 'RDS', mi: model, rdsVer: '1.0.8' }))
    await server.deliverDue()

    const order = await ask('getOrder', { id })
    expect(order).toMatchObject({ id, reference, verdict: 'verified', code: '', agent: { id: agentId } })
    expect(order.timeline.map(({ step }) => step)).toEqual([
      'checked',
      'captured',
      'claimed',
      'fetched',
      'asked',
      'answered',
      'settled',
      'event_written',
      'event_delivered',
    ])
    expect(order.device).toMatchObject({ model, maker: 'DP', driver: '1.0.8', level: 'L1' })
    expect(order.device?.unit).toMatch(/^[0-9a-f]{32}$/)
    expect(order.names).toMatchObject({ order: id, request: expect.any(String) })
    expect(order.names.transaction).toMatch(/^UKC:[0-9a-f]{32}$/)
    const looks = await server.auditRows({ action: 'order.show', subject: id })
    expect(looks).toMatchObject([{ actorKind: 'staff', agentId }])
  })

  test('puts the consent, whose time comes from the agent’s computer, after the check of its own second', async () => {
    const id = await submit()
    const givenAt = (before: string) =>
      server.sql(
        `update orders set consent = jsonb_build_object('version', '1', 'language', 'en', 'givenOn',
          to_char((created_on - interval '${before}') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
         where id = $1`,
        [id],
      )
    const firstSteps = async () =>
      (await ask('getOrder', { id })).timeline.slice(0, 2).map(({ step }) => step)
    await givenAt('200 ms')
    expect(await firstSteps()).toEqual(['checked', 'consented'])
    await givenAt('2 s')
    expect(await firstSteps()).toEqual(['consented', 'checked'])
  })

  test('that was refused says why, and how often the reference failed today', async () => {
    server.outside.answer = async () => notMatched
    const first = await submit()
    const id = await submit()

    const order = await ask('getOrder', { id })
    expect(order).toMatchObject({ verdict: 'refused', code: 'fingerprint_not_matched' })
    expect(order.timeline.find(({ step }) => step === 'answered')).toMatchObject({
      isGood: false,
      code: '300',
    })
    expect(order.sameReference).toMatchObject({ hasSucceeded: false, failuresToday: 2 })
    expect(order.sameReference.orders.map(one => one.id)).toEqual([first])
  })

  test('whose customer the bank did not name shows that step as failed', async () => {
    vi.spyOn(server.outside.bank, 'customerOf').mockRejectedValueOnce(new Unavailable('bank', 'away'))
    const id = await submit()

    const { code, timeline } = await ask('getOrder', { id })
    expect(code).toBe('customer_not_fetched')
    expect(timeline.find(({ step }) => step === 'fetched')).toMatchObject({ isGood: false })
  })

  test('whose event cannot be delivered says how often it was tried and why not', async () => {
    const id = await submit()
    server.outside.bankIsAway = true
    await server.deliverDue()
    server.outside.bankIsAway = false

    const { timeline } = await ask('getOrder', { id })
    expect(timeline.at(-1)).toMatchObject({ step: 'event_tried', tries: 1, isGood: false })
    expect(timeline.at(-1)?.failure).toContain('Unavailable')
  })

  test('says whether the SMS to the customer has left, or the bank was asked to tell her', async () => {
    server.outside.answer = async () => notMatched
    const toldBy = async () => {
      const id = await submit()
      await server.deliverDue()
      const { timeline } = await ask('getOrder', { id })
      return timeline.map(({ step }) => step).slice(-2)
    }
    expect(await toldBy()).toEqual(['event_written', 'event_delivered'])
    server.outside.holder = { phone: '9811111111' }
    expect(await toldBy()).toEqual(['told_written', 'told_delivered'])
    server.outside.holder = undefined
  })

  test('is found by its id, its transaction and its reference', async () => {
    const id = await submit()
    const { names } = await ask('getOrder', { id })
    const found = async (text: string) => (await ask('search', { text })).kinds
    const line = {
      kind: 'order',
      hasMore: false,
      results: [expect.objectContaining({ id, title: reference })],
    }
    for (const text of [id, String(names.transaction).toUpperCase(), reference])
      expect(await found(text)).toEqual([line])
    expect(await found(newId(server.clock.now()))).toEqual([])
  })

  test('is gone without a word about others', async () => {
    await expect(ask('getOrder', { id: newId(server.clock.now()) })).rejects.toThrow('There is no order')
  })
})

describe('a list of orders', () => {
  const addPast = async (createdOn: Date, count: number, differs: object = {}) => {
    await addOrderPartitions(db(), createdOn, server.clock.now())
    const rows = Array.from({ length: count }, (_, index) => {
      const on = new Date(createdOn.getTime() + index)
      return {
        agentId,
        id: newId(on),
        reference: `PAST-${on.getTime()}`,
        status: 'EXPIRED',
        createdOn: on,
        expiresOn: new Date(on.getTime() + dayMs),
        ...differs,
      }
    })
    await server.insertRows('orders', rows)
    return rows.map(({ id }) => id).toReversed()
  }

  test('names an agent, a reference, a device model or a day', async () => {
    await expect(ask('listOrders', { status: 'INIT' })).rejects.toThrow('Name an agent')
  })

  test('of a reference has every submitted order of it', async () => {
    server.outside.answer = async () => notMatched
    const ids = [await submit(), await submit()]
    const { rows } = await ask('listOrders', { reference })
    expect(rows.map(({ id }) => id)).toEqual(ids.toReversed())
    expect((await ask('listOrders', { reference, status: 'KYC_SUCCESS' })).rows).toEqual([])
    expect((await ask('listOrders', { reference: 'NONE' })).rows).toEqual([])
  })

  test('of a day goes on page by page, and has no order of another day', async () => {
    const noon = new Date('2026-01-15T12:00:00+05:30')
    const ids = await addPast(noon, 120)
    await addPast(new Date('2026-01-16T00:00:00+05:30'), 3)
    const first = await ask('listOrders', { day: '2026-01-15' })
    const second = await ask('listOrders', { day: '2026-01-15', ...from(first.next) })
    const third = await ask('listOrders', { day: '2026-01-15', ...from(second.next) })
    expect([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids)
    expect(third.next).toBeUndefined()
  })

  test('of a model tells how far it looked, and goes on in the month before', async () => {
    const { mi, ...device } = { dpId: 'D', rdsId: 'R', rdsVer: '1', mi: 'RARE' }
    const kept = JSON.stringify({ ...device, mi })
    const [id] = await addPast(new Date('2025-12-15T12:00:00+05:30'), 1, { device: kept })
    let page = await ask('listOrders', { model: 'RARE' })
    for (let months = 0; page.rows.length === 0 && months < 24; months += 1) {
      expect(page.lookedUntil).toBeDefined()
      page = await ask('listOrders', { model: 'RARE', ...from(page.next) })
    }
    expect(page.rows.map(order => order.id)).toEqual([id])
  })

  test('of an agent has all months, whatever became of the orders', async () => {
    const other = await server.addAgent({ mobile: '9320000002' })
    const old = await addPast(new Date('2025-11-15T12:00:00+05:30'), 60, { agentId: other })
    const [open] = await addPast(server.clock.now(), 1, { agentId: other, status: 'INIT' })
    const first = await ask('listOrders', { agent: other })
    expect(first.rows[0]).toMatchObject({ id: open, verdict: 'open' })
    const second = await ask('listOrders', { agent: other, ...from(first.next) })
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual([open, ...old])
    expect(second.next).toBeUndefined()
    const day = await ask('listOrders', { agent: other, day: indiaDate(server.clock.now()) })
    expect(day.rows.map(({ id }) => id)).toEqual([open])
  })
})

describe('a device', () => {
  test('is known by its model, its drivers and its units, which tell no number of the device', async () => {
    const first = deviceOf({ dpId: 'DP', rdsId: 'RDS', mi: 'TARANG', rdsVer: '1.0.9', dc: 'device-1' })
    const second = deviceOf({ dpId: 'DP', rdsId: 'RDS', mi: 'TARANG', rdsVer: '1.0.10', dc: 'device-2' })
    const submitOf = (capture: object) => {
      reference = `DEVICE-${server.outside.references.size}`
      return submit(capture)
    }
    await submitOf(first)
    await server.deviceUse.share()
    server.outside.answer = async () => notMatched
    await submitOf(first)
    await submitOf(second)
    await submitOf(second)
    await server.deviceUse.share()

    const { rows } = await ask('listModels', {})
    const listed = { model: 'TARANG', verified: 1, failed: 3, newestDriver: '1.0.10', isRegistered: false }
    expect(rows).toContainEqual(expect.objectContaining(listed))
    const { versions } = await ask('getModel', { model: 'TARANG' })
    expect(versions.map(({ driver, verified: good, failed }) => [driver, good, failed])).toEqual([
      ['1.0.10', 0, 2],
      ['1.0.9', 1, 1],
    ])
    const units = await ask('listUnits', { model: 'TARANG' })
    expect(units.rows.map(({ driver }) => driver)).toEqual(['1.0.10', '1.0.9'])
    expect(units.rows[0]).toMatchObject({ agent: { id: agentId, name: 'Test Agent' } })
    const unit = units.rows[0]?.unit ?? ''
    expect(await ask('getUnit', { unit })).toEqual(units.rows[0])
    expect((await ask('listUnits', {})).rows.map(one => one.unit)).toContain(unit)
    const { kinds } = await ask('search', { text: 'tarang' })
    expect(kinds).toContainEqual(expect.objectContaining({ kind: 'model' }))
    expect(JSON.stringify(await server.sql('select * from device_units'))).not.toContain('device-')

    const admin = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now })
    const { days } = JSON.parse((await admin('devices --by-day 1 --json')).out) as { days: object[] }
    expect(days).toContainEqual(
      expect.objectContaining({ maker: 'DP', model: 'TARANG', driver: '1.0.9', verified: 1, failed: 1 }),
    )
    expect((await admin('devices')).out).toMatch(/\nTARANG +DP +not registered +1\.0\.10 +1 +3 /)
    // The certificate of a test capture ends in 2081.
    expect((await admin('devices --ending')).out).not.toContain('TARANG')
    const end = new Date(server.clock.now().getTime() + 6 * dayMs)
    await server.sql('update device_units set certificate_ends_on = $1 where unit = $2', [
      end,
      Buffer.from(unit, 'hex'),
    ])
    expect(await countUnitsByCertificateState(db(), server.clock.now())).toMatchObject({
      ended: 0,
      ending: 1,
    })
    const { units: ending } = JSON.parse((await admin('devices --ending --json')).out) as { units: object[] }
    expect(ending).toEqual([expect.objectContaining({ unit, agentName: 'Test Agent' })])
    expect((await admin('devices --ending 5')).out).not.toContain(unit)
  })
})
