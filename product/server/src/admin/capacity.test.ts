import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { assumed, grouped, measured, planFor, type Measured } from '../capacity/plan.ts'
import { operatorAt } from '../testing/operator-at.ts'
import { testDay } from '../testing/test-day.ts'

const docs = join(import.meta.dirname, '../../../../docs')
const read = (page: string) => readFileSync(join(docs, page), 'utf8')
const capacity = (words: string) =>
  operatorAt({ databaseUrl: 'postgres://nowhere', now: () => testDay })(`capacity ${words}`)

const everyCall = (ms: number) => ({
  orderList: ms,
  statistics: ms,
  profile: ms,
  checkReference: ms,
  submit: ms,
})
/** Round numbers, with which a person can compute the plan by hand. */
const round: Measured = {
  machine: 'paper',
  days: 'today',
  callServerMs: everyCall(0.5),
  callPostgresMs: everyCall(0.25),
  submitsPerSecond: 100,
  serverMb: 256,
  ordersInTables: 1e7,
  logInServerMs: 10,
  logInPostgresMs: 2,
  logInsPerSecond: 100,
  logInAuditRows: 2,
  logInLogBytes: 1024,
  logInWalBytes: 2 ** 20,
  orderBytes: 1024,
  dailyCountBytes: 0,
  outboxBytes: 0,
  auditRowBytes: 512,
  orderAuditRows: 4,
  orderLogBytes: 1024,
  readLogBytes: 512,
  logTimesSmallerGzipped: 10,
  orderWalBytes: 2 ** 20,
  orderWalBytesLater: 2 ** 19,
  connectionMb: 10,
  dumpMbPerSecond: 100,
  restoreMbPerSecond: 50,
  copyMbPerSecond: 200,
  copiedMb: 2 ** 20,
}

test('the sums are those of paper', () => {
  // A working day has 36,000 s. Therefore 180,000 orders are 5 a second on average and 10 a second at the peak.
  const size = { agents: 6_000, ordersADay: 180_000, stormPercent: 100, stormMinutes: 1 }
  const plan = planFor(size, round)
  expect(plan).toMatchObject({ peakOrdersPerSecond: 10, stormLogInsPerSecond: 100 })
  // 10 × 20 calls × 0.5 ms need 0.1 of a core, and 100 log-ins × 10 ms need one core: together 2.2 cores if half busy.
  // Each server has 2 cores, so the plan has 2 servers and a spare one.
  expect(plan.servers).toBe(3)
  // 10 × 20 calls × 0.25 ms and 100 log-ins × 2 ms need 0.25 of a core, or 0.5 if half busy. The least is 2 cores.
  expect(plan.postgresCores).toBe(2)
  expect(plan.connections).toBe(3 * assumed.connectionsOfServer + assumed.otherConnections)
  expect(plan.serverMemoryMb).toBe(384)
  expect(plan.ordersGbAYear).toBeCloseTo((365 * 180_000) / 2 ** 20, 6)
  expect(plan.auditGbInTwoYears).toBeCloseTo((730 * (4 * 180_000 + 2 * 6_000)) / 2 ** 21, 6)
  expect(plan.walGbADay).toBeCloseTo((180_000 + 6_000) / 1024, 6)
  expect(plan.logGbADay).toBeCloseTo((180_000 * (1 + 18 / 2) + 6_000) / 2 ** 20, 6)
  expect(plan.logGbKept).toBeCloseTo(18 * plan.logGbADay, 6)
  expect(plan.restoreHours).toBeCloseTo(2 * plan.dumpHours, 6)
  expect(plan.copyHours).toBeCloseTo(plan.dumpHours / 2, 6)
})

test('a plan beyond a measurement says in a sentence what was not measured, and one within says nothing', () => {
  const within = { agents: 100, ordersADay: 1_000, stormPercent: 50, stormMinutes: 10 }
  expect(planFor(within, round).outside).toEqual([])
  expect(planFor({ ...within, ordersADay: 3_600_000 }, round).outside).toEqual([
    expect.stringContaining('200 orders a second were not measured on one PostgreSQL, only 100'),
    expect.stringContaining('1,314,000,000 orders in the tables were not measured, only 10,000,000'),
    expect.stringContaining('was not backed up, only one of 1 TB'),
  ])
  expect(planFor({ ...within, agents: 1_000_000 }, round).outside).toContainEqual(
    expect.stringContaining('833 log-ins a second were not measured, only 100'),
  )
})

test('the command needs no database, gives 10 orders for each agent unless told, and JSON for scripts', async () => {
  const { code, out } = await capacity('--agents 100000 --json')
  expect(code).toBe(0)
  const { plans } = JSON.parse(out) as { plans: object[] }
  const size = { agents: 100_000, ordersADay: 1_000_000, stormPercent: 50, stormMinutes: 10 }
  expect(plans).toEqual([planFor(size, measured)])
  const told = await capacity('--agents 2000 --orders-a-day 500 --storm-percent 100 --storm-minutes 5')
  expect(told.out).toMatch(/^orders a day +500$/m)
  expect(told.out).toContain('100 % of the agents log in within 5 minutes')
})

test.each([
  ['', '--agents is missing'],
  ['--agents 0', '--agents must be'],
  ['--agents 10,x', '--agents must be'],
  ['--agents 1.5', '--agents must be'],
  ['--agents 10,20 --orders-a-day 100', '--orders-a-day must have as many numbers as --agents.'],
  ['--agents 10 --storm-percent 101', '--storm-percent must be a whole number from 1 to 100'],
])('a wrong number gets one sentence: %s', async (words, sentence) => {
  expect(await capacity(words)).toMatchObject({
    code: 2,
    out: '',
    complaint: expect.stringContaining(sentence),
  })
})

test('docs/operations.md has the table that the command prints', async () => {
  const { out } = await capacity('--agents 1000,10000,100000,1000000')
  // `npm run capacity` writes the page anew.
  const page = read('operations.md').replace(
    /(<!-- capacity -->\n\n```\n)[\s\S]*?(```\n\n<!-- \/capacity -->)/,
    (_all, before: string, after: string) => `${before}${out}${after}`,
  )
  expect(page).toContain(out)
  await expect(page).toMatchFileSnapshot(join(docs, 'operations.md'))
})

test('all pages have one cost of a log-in, which is the measured one', () => {
  const pages = readdirSync(docs).filter(name => name.endsWith('.md'))
  const costs = pages.flatMap(page =>
    [...read(page).matchAll(/log-in costs\s+(?:about )?([\d.]+) ms/gi)].map(([, ms]) => `${page}: ${ms}`),
  )
  const cost = grouped(measured.logInServerMs)
  expect(new Set(costs)).toEqual(
    new Set(['operations.md', 'performance.md', 'scaling.md'].map(page => `${page}: ${cost}`)),
  )
  // No page states the cost of a log-in as a rate or as the cost of a hash.
  for (const page of pages)
    expect(`${page}: ${read(page)}`).not.toMatch(
      /log-ins (?:a|per) second (?:a|and|per) core|hashes, about [\d.]+ ms/i,
    )
})
