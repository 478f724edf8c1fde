import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, describe, expect, test, vi } from 'vitest'

import { onConnection } from '../../src/database/on-connection.ts'
import { clusterNodes, startOwnCluster, type OwnCluster } from '../../src/testing/own-cluster.ts'
import { createAgent } from './agent.ts'
import { addCallers, ask, referencesElsewhere, type Caller } from './callers.ts'
import { keepBackups } from './node-backups.ts'
import { reconcile, type TestifiedOrder } from './reconcile.ts'
import { allDelivered, rows, takeStock } from './stock.ts'
import { startWorldOn, type World } from './world.ts'

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 180_000 })

const tool = process.env['CITUS_TOOL'] ?? ''
const awayMs = 30_000
const customers = Array.from({ length: 200 }, (_, index) => `DBS1${9_000 + index}`)

let world: World<OwnCluster> | undefined
afterEach(() => world?.close())

describe.runIf(tool)('[rules 2, 3, 8] the product on a Citus cluster', () => {
  test('only the calls of agents with rows on a worker that is away get 503, and they go on when it is back', async () => {
    const there = (world = await startWorldOn(await startOwnCluster(tool)))
    const { port } = there.postgres.addressOf('worker1')
    const callers = await addCallers(there, 60, port)
    const [concerned, spared] = [true, false].map(is =>
      callers.filter(one => one.ports.includes(port) === is),
    )
    const references = await referencesElsewhere(there, port, customers)
    expect(await statuses(there, callers)).toEqual([200])

    await there.postgres.killNode('worker1')
    const seen = { concerned: [] as number[], spared: [] as number[], writes: [] as number[] }
    const until = performance.now() + awayMs
    while (performance.now() < until) {
      seen.concerned.push(...(await statuses(there, concerned ?? [])))
      seen.spared.push(...(await statuses(there, spared ?? [])))
      const [writer, reference] = [spared?.[seen.writes.length % (spared?.length ?? 1)], references.pop()]
      if (writer && reference !== undefined) seen.writes.push(await statusOfCheck(there, writer, reference))
      await sleep(300)
    }
    await there.postgres.startNode('worker1')
    const back = performance.now()
    await expect.poll(() => statuses(there, callers)).toEqual([200])

    process.stdout.write(
      `cluster: ${concerned?.length} agents with rows on the worker, ${spared?.length} without, ${seen.writes.length} writes; ` +
        `all were answered ${Math.round(performance.now() - back)} ms after its start\n`,
    )
    expect(spared?.length).toBeGreaterThanOrEqual(callers.length / 2)
    expect(concerned?.length).toBeGreaterThan(callers.length / 4)
    expect(new Set(seen.concerned)).toContain(503)
    expect([...new Set(seen.concerned)].filter(status => status !== 200)).toEqual([503])
    expect([...new Set(seen.spared)]).toEqual([200])
    expect([...new Set(seen.writes)]).toEqual([200])
    expect(there.deaths).toEqual([])
  })

  test('a worker is added and takes its shards under load: nothing acknowledged is lost', async () => {
    const there = (world = await startWorldOn(await startOwnCluster(tool, { without: 'worker2' })))
    const { testified, end } = await startShift(there)
    await sleep(5_000)
    const before = testified.length

    const began = performance.now()
    const { host, port } = there.postgres.addressOf('worker2')
    await onConnection(there.postgres.url, async client => {
      await client.query('select citus_add_node($1, $2)', [host, port])
      await client.query('select rebalance_table_shards()')
    })
    const tookS = Math.round((performance.now() - began) / 1_000)
    const during = testified.length - before
    await sleep(3_000)
    await end()
    await allDelivered(there)

    const nodes = await rows<{ shards: number }>(
      there,
      `select count(*)::int as shards from pg_dist_placement join pg_dist_node using (groupid)
       where shouldhaveshards group by groupid`,
    )
    process.stdout.write(
      `cluster: ${nodes.map(node => node.shards).join(' and ')} shards after ${tookS} s, ${during} of ${testified.length} orders meanwhile\n`,
    )
    expect(nodes).toHaveLength(2)
    expect(during).toBeGreaterThan(0)
    expect(reconcile({ testified, ...(await takeStock(there)) })).toEqual([])
    expect(there.deaths).toEqual([])
  })

  test('back-ups of the nodes’ files, restored to one moment, hold all that was settled before it, and agree', async () => {
    const there = (world = await startWorldOn(await startOwnCluster(tool)))
    const backups = await keepBackups(there.postgres)
    const { agents, testified, end } = await startShift(there)
    for (const node of clusterNodes) {
      await sleep(3_000)
      await backups.copy(node)
    }
    await sleep(5_000)
    const before = [...testified]
    await backups.mark('evening')
    await sleep(5_000)
    await end()
    await there.killServer()

    const began = performance.now()
    await backups.restore('evening')
    await there.startServer()
    const tookS = Math.round((performance.now() - began) / 1_000)
    await allDelivered(there)
    const { stored, requests, results } = await takeStock(there)
    process.stdout.write(
      `cluster: restored in ${tookS} s to ${stored.length} of ${testified.length} orders, ${before.length} of them before the mark\n`,
    )
    expect(stored.length).toBeLessThan(testified.length)
    // The authority and the bank also have requests and results from after the mark.
    const ids = new Set(before.map(({ orderId }) => orderId))
    const settled = stored.filter(({ id }) => ids.has(id))
    const transactionIds = new Set(settled.map(({ transactionId }) => transactionId))
    expect(
      reconcile({
        testified: before,
        stored: settled,
        requests: requests.filter(({ txn }) => transactionIds.has(txn)),
        results: results.filter(({ orderId }) => ids.has(orderId)),
      }),
    ).toEqual([])
    for (const statement of disagreements) expect(await rows(there, statement)).toEqual([])

    const [agent] = agents
    expect((await agent?.runKyc('DBS18888', 1))?.answers).toMatchObject([{ success: true }])
  })
})

const recently = `created_on > now() - interval '20 hours'`
/**
 * Statements that each find rows of one table without a counterpart in another. Orders, references and audit rows are
 * on different nodes.
 */
const disagreements = [
  `select reference from orders where status = 'KYC_SUCCESS' and ${recently}
   except select reference from reference_records where succeeded_on is not null`,
  `select reference from reference_records where succeeded_on > now() - interval '20 hours'
   except select reference from orders where status = 'KYC_SUCCESS'`,
  `select id::text from orders where status <> 'INIT' and ${recently}
   except select subject from audit_events where action = 'order.settle'`,
  `select subject from audit_events where action = 'order.settle'
   except select id::text from orders where status <> 'INIT'`,
]

/** Starts a shift: two agents do one KYC after another until `end` is called. */
async function startShift(there: World<OwnCluster>) {
  await fetch(`${there.sandbox}/device`, { method: 'PUT', body: '{"delayMs":0}', headers: json })
  const agents = ['9000000001', '9000000005'].map(mobile => createAgent(there, mobile, () => '10.0.0.1'))
  for (const agent of agents) await agent.logIn('Agent@2026')
  const testified: TestifiedOrder[] = []
  const shift = { isOver: false }
  let last = 0
  const flows = agents.map(async agent => {
    while (!shift.isOver) {
      last += 1
      testified.push(await agent.runKyc(`DBS1${String(last).padStart(4, '0')}`, 1))
      // The pause limits the number of requests: the sandbox keeps only 1,000, and a move of shards takes minutes.
      await sleep(500)
    }
  })
  return {
    agents,
    testified,
    async end() {
      shift.isOver = true
      await Promise.all(flows)
    },
  }
}

const json = { 'content-type': 'application/json' }

async function statuses(there: World, callers: Caller[]): Promise<number[]> {
  const answers = await Promise.all(
    callers.map(caller => ask(there, caller, 'listOrders', { username: caller.mobile, pageNo: 1 })),
  )
  return [...new Set(answers.map(({ status }) => status))]
}

async function statusOfCheck(there: World, caller: Caller, reference: string): Promise<number> {
  const { mobile } = caller
  const { status } = await ask(there, caller, 'checkReference', {
    mobile,
    username: mobile,
    dbsRefCode: reference,
  })
  return status
}
