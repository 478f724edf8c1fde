import { afterAll, beforeAll, expect, test } from 'vitest'

import { createConnectionPool } from '../../../server/src/database/link/connection-pool.ts'
import type { SqlRunner } from '../../../server/src/database/link/sql.ts'
import { newId } from '../../../server/src/domain/ids.ts'
import { countRows, insertRows, runSql } from '../../../server/testing/database/run-sql.ts'
import { startTestConsole, type TestConsole, type TestPerson } from '../../../server/testing/test-console.ts'
import { createTestDatabase } from '../../../server/testing/database/test-database.ts'
import { peppers } from '../../../server/testing/test-server.ts'
import { loadDemoData } from './demo-data.ts'
import { addOrder } from './go-on.ts'

const issuer = 'http://127.0.0.1:8090/provider'
const hourMs = 3_600_000

let bank: TestConsole
let db: SqlRunner
let now: Date
let arjun: TestPerson
beforeAll(async () => {
  bank = await startTestConsole({ proofs: { use: async () => true } })
  db = bank.open.runner
  now = bank.server.clock.now()
  await loadDemoData(db, { peppers, issuer, now })
  arjun = await bank.signIn('supervisor')
}, 60_000)
afterAll(() => bank.close())

async function agentsOf(status: 'disabled' | 'dormant' | 'locked' | 'no-password'): Promise<string[]> {
  return (await arjun.call('listAgents', { status })).answer.rows.map(({ name }) => name)
}

test('twenty agents work in three branches and two outlets; one each is locked, dormant, disabled', async () => {
  const { rows } = (await arjun.call('listAgents', {})).answer
  expect(rows).toHaveLength(20)
  expect(new Set(rows.map(({ branch }) => branch)).size).toBe(3)
  expect(new Set(rows.map(({ outlet }) => outlet).filter(Boolean)).size).toBe(2)
  expect(rows.every(({ isDemo, supervisor }) => isDemo && supervisor !== '')).toBe(true)
  expect(rows.filter(({ orders30 }) => orders30 > 50)).toHaveLength(13)
  expect(await agentsOf('dormant')).toEqual(['Kiran Jadhav'])
  expect(await agentsOf('disabled')).toEqual(['Nitin Wagh'])
  expect(await agentsOf('no-password')).toEqual(['Ravi Kumar'])
  expect(await agentsOf('locked')).toEqual(['Manoj Bhosale'])
})

test('the exception is due tomorrow, and its agent had a case before', async () => {
  const open = (await arjun.call('listExceptions', { state: 'open' })).answer.rows
  expect(open).toMatchObject([{ reference: 'DBS20555', reason: 'not_recognised', tries: 3 }])
  const left = Date.parse(String(open[0]?.dueBy)) - now.getTime()
  expect(left).toBeGreaterThan(18 * hourMs)
  expect(left).toBeLessThan(24 * hourMs)
  const decided = (await arjun.call('listExceptions', { state: 'decided' })).answer.rows
  expect(decided).toMatchObject([{ reference: 'DBS20444', agent: open[0]?.agent }])
})

test('the alert’s pattern is in the orders of its agent: seven customers, each verified at the third try', async () => {
  const [alert] = await runSql<{ agentId: string; facts: { counted: number; customers: number } }>(
    db,
    `select agent_id as "agentId", facts from fraud_alerts where closed_on is null`,
  )
  const late = await runSql(
    db,
    `select from orders where agent_id = $1 group by reference having count(*) = 3 and bool_or(outcome = 'verified')`,
    [alert?.agentId],
  )
  expect(late).toHaveLength(alert?.facts.counted ?? 0)
  expect(alert?.facts.customers).toBeGreaterThanOrEqual(7)
  expect((alert?.facts.counted ?? 0) * 4).toBeGreaterThanOrEqual(alert?.facts.customers ?? 100)
})

test('a message was given up, and one model of scanner fails more often', async () => {
  expect(await countRows(db, 'outbox', 'dead_on is not null')).toBe(1)
  const { rows } = (await arjun.call('listModels', {})).answer
  expect(rows.map(({ model }) => model).toSorted()).toEqual(['FM220U', 'MFS110'])
  const share = (name: string) => {
    const { verified = 0, failed = 0 } = rows.find(({ model }) => model === name) ?? {}
    return verified / (verified + failed)
  }
  expect(share('FM220U')).toBeLessThan(share('MFS110') - 0.15)
})

test('Neha’s proposal waits, and a second person’s vote carries it out', async () => {
  const waiting = (await arjun.call('listProposals', { list: 'waiting' })).answer.rows
  expect(waiting).toMatchObject([{ act: 'agent.change-mobile', maker: { name: 'Neha Kulkarni' } }])
  const { number = 0 } = waiting[0] ?? {}
  const { contentHash } = (await arjun.call('getProposal', { number })).answer
  const voted = await arjun.call('vote', { number, vote: 'approve', contentHash, proof: 'proof' })
  expect(voted.answer).toMatchObject({ state: 'applied' })
})

test('a past order is found by its reference, which is verified, and names its device', async () => {
  const { rows } = (await arjun.call('listOrders', { reference: 'DBS09999' })).answer
  expect(rows).toMatchObject([{ reference: 'DBS09999' }])
  expect(await countRows(db, 'orders', `reference like 'DBS0%' and device ->> 'mi' = 'MFS110'`)).toBe(2_022)
  expect(
    await countRows(
      db,
      'orders join reference_records using (reference)',
      `status = 'KYC_SUCCESS' and succeeded_on is null`,
    ),
  ).toBe(0)
})

test('orders go on: one now and then, counted, marked as demo data, and those of the days without a demo', async () => {
  const count = () => countRows(db, 'orders')
  const counted = async () =>
    (await runSql<{ n: number }>(db, 'select sum(kyc_success + kyc_failure)::int as n from daily_counts'))[0]
      ?.n
  const before = await count()
  await addOrder(db, now)
  expect(await count()).toBe(before + 1)
  const ofGeeta = () => countRows(db, 'orders join agents on agents.id = agent_id', `name = 'Geeta Thorat'`)
  const hers = await ofGeeta()
  await runSql(db, `update agents set disabled_on = now() where name = 'Geeta Thorat'`)
  const later = new Date(now.getTime() + 3 * 24 * hourMs)
  await loadDemoData(db, { peppers, issuer, now: later })
  const after = await count()
  expect(after).toBeGreaterThan(before + 200)
  expect(await counted()).toBe(after)
  await loadDemoData(db, { peppers, issuer, now: later })
  expect(await count()).toBe(after)
  expect(await countRows(db, 'orders', `steps ->> 'server' = 'demo data'`)).toBe(after)
  expect(await countRows(db, 'orders', `completed_on > '${later.toISOString()}'`)).toBe(0)
  expect(await ofGeeta()).toBe(hers)
})

test('a demo in which an agent was changed and others were added starts again, and changes stay', async () => {
  await runSql(
    db,
    `update agents set name = 'Another Name', mobile = '9000000301' where mobile = '9000000001'`,
  )
  await insertRows(db, 'agents', [agentOfBank])
  await expect(loadDemoData(db, { peppers, issuer, now })).resolves.toBeUndefined()
  expect(await countRows(db, 'agents', `name = 'Another Name'`)).toBe(1)
  expect(await countRows(db, 'agents')).toBe(21)
})

test("[rule 25] demo data is never loaded beside a bank's agents", async () => {
  const bankOnly = await createTestDatabase()
  const ofBank = createConnectionPool(bankOnly.url, { connections: 2 })
  await insertRows(ofBank, 'agents', [agentOfBank])
  await expect(loadDemoData(ofBank, { peppers, issuer, now })).rejects.toThrow(
    /This database holds a bank's agents, and demo agents have a public password: set DATA_DIR/,
  )
  expect(await countRows(ofBank, 'agents')).toBe(1)
  await ofBank.close()
  await bankOnly.drop()
})

const agentOfBank = {
  id: newId(new Date('2027-03-10T06:30:00.000Z')),
  mobile: '9876543210',
  name: 'Agent of a bank',
  email: '',
  addressLine1: '',
  addressLine2: '',
  createdOn: new Date('2027-03-10T06:30:00.000Z'),
}
