/**
 * The bench measures agents who list their orders and open KYCs while strangers attack. From four processes, 1,000
 * connections of strangers repeat each call that needs no session, and a call with made-up tokens. The strangers use
 * one phone or many, from one address or many (X-Forwarded-For of a trusted proxy). The bench compares the p99 of the
 * agents' latencies with the p99 without strangers, and with the p99 while the strangers call getAddress, which takes
 * no lock and no database connection. The bench fails if an agent's call gets no answer of status 200, or if a p99 is
 * above its goal.
 *
 *   npm run bench:strangers [-- --quick] [--only=resetPassword,login]
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

import { calls as contractCalls, type CallName } from '@ekyc/contract/calls'
import { requestExample } from '@ekyc/contract/examples'
import { indiaDate } from '@ekyc/contract/india-time'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'

import { runBench } from './measure/bench.ts'
import { agentCount, call, calls } from './measure/counter.ts'
import { percentile } from './measure/figures.ts'
import { httpRequest, startLoad, type LoadResult } from './measure/load.ts'
import { referenceOf } from './measure/submits.ts'
import { startUnderLoad } from './measure/under-load.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const seconds = options.quick ? 2 : 5
const processes = 4
const connectionsEach = 250
/** The number of calls that all agents together make per second, as hundreds of agents with a few calls a minute do. */
const agentsPerSecond = 40
const goalFold = 3

let lastReference = 0

const callsOfStrangers: CallName[] = [
  'checkUser',
  'resetPassword',
  'setPassword',
  'login',
  'startPasskeyLogin',
  'loginByPasskey',
  'getProfile',
]
const named = options.only?.split(',')
const shapes = [
  { shape: 'one phone, one address', phones: 1, addresses: 1 },
  { shape: 'one phone, many addresses', phones: 1, addresses: 10_000 },
  { shape: 'many phones, one address', phones: 10_000, addresses: 1 },
  { shape: 'many phones, many addresses', phones: 10_000, addresses: 10_000 },
]

await runBench('strangers', async bench => {
  // Raises only the limit of an agent's reference checks, because the few agents of the bench make as many calls as
  // many real agents.
  const env = {
    TRUSTED_PROXIES: '127.0.0.1',
    POLICY: JSON.stringify({ referenceChecksPerHour: 1_000_000 }),
  }
  const { postgres, product, client, load: agents } = await startUnderLoad(bench, { env })
  const strangers = Array.from({ length: processes }, () => bench.stopAtEnd(startLoad()))
  await client.query(`
    insert into verified_phones (mobile, verified_until)
      select (7000000000 + n)::text, now() + interval '1 day' from generate_series(0, 9999) n`)
  await agentsAtWork(1)
  const control = await beside(Array.from({ length: 100 }, (_, n) => addressCall(n)))
  const controlCostMs = Math.max(0, p99(control.meanwhile) - p99(control.alone))
  const rows = [row('getAddress', 'control', control, controlCostMs)]
  for (const name of callsOfStrangers.filter(each => named?.includes(each) ?? true))
    for (const { shape, phones, addresses } of shapes) {
      const requests = Array.from({ length: 1_000 }, (_, n) =>
        callOfStranger(name, n % phones, n % addresses),
      )
      const measured = row(name, shape, await beside(requests), controlCostMs)
      rows.push(measured)
      console.log(JSON.stringify(measured))
    }
  bench.report({
    title: `${processes * connectionsEach} open requests of strangers, ${agentsPerSecond} calls a second of agents`,
    versions: { postgres: postgres.version },
    quick: options.quick,
    rows,
  })
  if (rows.slice(1).some(({ refused, goal, p99: met }) => refused > 0 || met > goal)) process.exitCode = 1

  async function beside(requests: string[]) {
    const alone = await agentsAtWork(seconds)
    const attack = strangers.map((load, index) =>
      load.run({
        address: product.address,
        requests: [...requests.slice(index), ...requests.slice(0, index)],
        connections: connectionsEach,
        seconds: seconds + 2,
      }),
    )
    // Waits until the strangers' connections are open.
    await new Promise(resolve => setTimeout(resolve, 1_000))
    const meanwhile = await agentsAtWork(seconds)
    return { alone, meanwhile, ofStrangers: statusesOf(await Promise.all(attack)) }
  }

  function agentsAtWork(forSeconds: number) {
    const requests = Array.from({ length: agentCount }, (_, n) =>
      n % 4 === 0
        ? call(n + 1, calls.checkReference(referenceOf((lastReference += 1))))
        : call(n + 1, calls.orderList()),
    )
    return agents.run({
      address: product.address,
      requests,
      connections: 40,
      seconds: forSeconds,
      rate: agentsPerSecond,
    })
  }
})

type Measured = { alone: LoadResult; meanwhile: LoadResult; ofStrangers: Record<string, number> }

function row(
  name: CallName,
  shape: string,
  { alone, meanwhile, ofStrangers }: Measured,
  controlCostMs: number,
) {
  return {
    'call of strangers': name,
    shape,
    'p99 alone, ms': p99(alone),
    p99: p99(meanwhile),
    goal: goalFold * p99(alone) + controlCostMs,
    refused: meanwhile.notCompleted,
    calls: meanwhile.completed,
    strangers: JSON.stringify(ofStrangers),
  }
}

function p99({ latenciesMs }: LoadResult): number {
  return percentile(latenciesMs, 99)
}

function statusesOf(results: LoadResult[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { statuses } of results)
    for (const [status, count] of Object.entries(statuses)) sums[status] = (sums[status] ?? 0) + count
  return sums
}

function callOfStranger(name: CallName, phone: number, address: number): string {
  const mobile = String(7_000_000_000 + phone)
  const now = new Date()
  const encrypt = (text: string) => encryptPassword(text, mobile, indiaDate(now))
  const headers = {
    'x-forwarded-for': addressOf(address),
    host: 'localhost',
    ...(contractCalls[name].access === 'session' && { authorization: `Bearer ${madeUpToken()}` }),
  }
  return httpRequest(contractCalls[name].path, headers, requestExample(name, { now, mobile, encrypt }))
}

function madeUpToken(): string {
  return randomBytes(49).toString('base64url').slice(1)
}

function addressCall(n: number): string {
  return `GET ${contractCalls.getAddress.path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${addressOf(n)}\r\n\r\n`
}

/** Each stranger's address is in a different /24 network. */
function addressOf(n: number): string {
  return `100.${64 + Math.floor(n / 256)}.${n % 256}.1`
}
