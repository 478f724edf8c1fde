import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { indiaDate } from '@ekyc/contract/india-time'
import { describe, expect, test } from 'vitest'

import { checked, linesIn, withEvidence } from '../../../testing/with-evidence.ts'

const { server, first, kyc, packed, touched } = await withEvidence()

describe('a pack', () => {
  test('is of an order, an agent or a time, too', async () => {
    const { order, agent } = first
    const today = indiaDate(server.clock.now())
    for (const [asked, count] of [
      [`--order ${order}`, 1],
      [`--agent ${agent.mobile}`, 1],
      [`--from ${today} --to ${today}`, 2],
    ] as const) {
      const orders = linesIn((await packed(`evidence ${asked}`)).at, 'orders.jsonl')
      expect([orders.length, orders.some(({ id }) => id === order)]).toEqual([count, true])
    }
  })

  test('tells rows that no head covers yet, and is written into the trail first', async () => {
    await kyc('DBS10003')
    const { at, run } = await packed('evidence --reference DBS10003')
    expect(run.out).toContain('Audit rows under a signed head: 0, others: 4.')
    expect(linesIn(at, 'audit-attested.jsonl')[0]).toMatchObject({ why: 'not sealed yet' })
    expect(checked(at)).toBe('')
    const written = `action = 'evidence.pack' and subject = 'reference DBS10003'`
    expect(await server.countRows('audit_events', written)).toBe(1)
  })
})

describe('whom a breach touched', () => {
  const rowsOf = (at: string) => readFileSync(join(at, 'touched.csv'), 'utf8').trimEnd().split('\n').slice(1)

  test('is everybody of the time, or those of an agent, a server, a device or a key', async () => {
    const { order, agent } = first
    const [device] = await server.sql<{ unit: string; server: string }>(
      `select device ->> 'unit' as unit, steps ->> 'server' as server from orders where id = $1`,
      [order],
    )
    const [key] = await server.sql<{ id: string }>(
      `select encode(substring(mac from 1 for 4), 'hex') as id from audit_events where subject = $1 limit 1`,
      [order],
    )
    const all = rowsOf((await touched('')).at)
    expect(all.length).toBeGreaterThan(1)
    expect(all.some(row => row.startsWith(`DBS10001,${order},${agent.id},`))).toBe(true)
    const ofAgent = rowsOf((await touched(`--agent ${agent.mobile}`)).at)
    expect(ofAgent.length).toBeLessThan(all.length)
    expect(ofAgent.every(row => row.includes(agent.id))).toBe(true)
    for (const words of [`--server ${device?.server}`, `--key ${key?.id}`, `--device ${device?.unit}`])
      expect(rowsOf((await touched(words)).at)).toContainEqual(expect.stringContaining(order))
    for (const words of ['--server another', '--key 00000000'])
      expect((await touched(words)).run.out + words).not.toMatch(/Orders: [1-9]/)
  })
})
