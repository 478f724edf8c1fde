import { indiaDate, indiaDateTime } from '@ekyc/contract/india-time'
import type { BiometricDeviceInfo } from '@ekyc/contract/shapes'

import { clockSkewMs, dayMs, hourMs, minuteMs } from '../../src/domain/clocks.ts'
import { DatabaseAway } from '../../src/domain/database-away.ts'
import { Forbidden, Overloaded, Refused, Throttled } from '../../src/domain/call-errors.ts'
import { checkReference } from '../../src/domain/kyc/reference-check.ts'
import { submitOrder } from '../../src/domain/kyc/submission.ts'
import { resultsModes } from '../../src/domain/kyc/secure-result.ts'
import type { Caller } from '../../src/domain/agents/agents.ts'
import { seededRandom, type SeededRandom } from '../fixed/seeded-random.ts'
import { testCapture } from '../outside/test-capture.ts'
import { brokenPromises, WatchedOrders, type Seen } from './invariants.ts'
import { Crashed, createMachine, type Weather } from './machine.ts'
import { createTables, memoryDatabase } from './memory-stores.ts'
import { createMemory } from './memory-transactions.ts'
import { createOutside } from './outside.ts'
import { createScheduler } from './scheduler.ts'
import { leaseOf, startServer, type SimulatedServer } from './server.ts'

export type Ended = { submits: number; asked: number; succeeded: number; problems: string[] }

/** The time within which all calls and messages must end, in ms of the simulated time. */
const patienceMs = 2 * hourMs

/**
 * Simulates a world in which agents submit orders to servers that crash, lose messages and commits, and have wrong
 * clocks. Waits until all orders and messages have ended. The seed decides everything, including which of two events
 * comes first.
 */
export async function runWorld(seed: number, log?: (line: string) => void): Promise<Ended> {
  const random = seededRandom(seed)
  const scheduler = createScheduler()
  const weather = drawWeather(random)
  const clocks = random.pick(['together', 'together', 'skewed', 'skewed', 'apart'] as const)
  const resultsMode = random.pick(resultsModes)
  const kept = new Map<string, string>()
  const start = random.pick(starts)
  const orders = new WatchedOrders(scheduler.now)
  const tables = createTables(orders)
  const connect = createMemory()
  const outside = createOutside({ scheduler, random, weather, keepUntil: new Date(start + 365 * dayMs) })
  const problems: string[] = []
  const results: Seen['results'] = []
  let submits = 0
  let crashes = 0
  let isCalm = false

  const servers = Array.from({ length: 2 + random.below(2) }, (_, number) => startNamed(`server ${number}`))
  const agents = Array.from({ length: 2 + random.below(6) }, (_, number) => agentOf(number))
  const references = Array.from({ length: 1 + random.below(20 * agents.length) }, (_, number) => `R${number}`)
  const pauseMs = random.pick([1, 100, 2_000, 20_000])
  const captures: BiometricDeviceInfo[] = []

  const working = Promise.all(agents.map(work)).then(() => (isCalm = true))
  working.catch(fault)
  if (!random.chance(0.2)) scheduleTrouble()
  while (!hasEnded() && scheduler.now() < patienceMs) {
    if (isCalm) calm()
    await scheduler.runUntil(scheduler.now() + 5_000)
  }
  if (!isCalm) problems.push('a call had no answer')

  const first = new Date(start - clockSkewMs)
  const last = new Date(start + scheduler.now() + clockSkewMs)
  problems.push(
    ...orders.problems,
    ...brokenPromises({
      tables,
      outside,
      results,
      resultsMode,
      clocksWereApart: clocks === 'apart',
      days: indiaDate(first) === indiaDate(last) ? 1 : 2,
      leaseMs: leaseOf(resultsMode),
      claimedAt: orders.claimedAt,
    }),
  )
  const succeeded = Array.from(orders.values()).filter(({ status }) => status === 'KYC_SUCCESS').length
  return { submits, asked: outside.asked.length, succeeded, problems }

  function startNamed(name: string): SimulatedServer {
    const offsetMs = drawOffset(random, clocks)
    const machine = createMachine({ name, start, offsetMs, scheduler, random, weather })
    const memory = memoryDatabase(connect(machine.wire), tables)
    return startServer({ machine, memory, outside, random, resultsMode, kept, onFault: fault })
  }

  function scheduleTrouble(): void {
    scheduler.after(random.below(20_000), () => {
      if (isCalm) return
      const kind = random.pick(['crash', 'database', 'clock'] as const)
      if (kind === 'crash') crash(random.below(servers.length))
      if (kind === 'database') stopDatabase(random.below(4_000))
      if (kind === 'clock' && clocks === 'apart')
        random.pick(servers).machine.step(drawOffset(random, clocks))
      scheduleTrouble()
    })
  }

  function crash(place: number): void {
    const { machine } = servers[place] ?? random.pick(servers)
    log?.(`${scheduler.now()} ${machine.name} crashes`)
    machine.crash()
    crashes += 1
    servers[place] = startNamed(`server ${place}, after crash ${crashes}`)
  }

  function stopDatabase(ms: number): void {
    log?.(`${scheduler.now()} the database is away for ${ms} ms`)
    weather.databaseIsDown = true
    scheduler.after(ms, () => (weather.databaseIsDown = false))
  }

  function calm(): void {
    Object.assign(weather, { lostMessage: 0, lostCommit: 0, bankAway: 0 })
  }

  function hasEnded(): boolean {
    const isWaiting = ({ state }: { state: string }) => state === 'waiting'
    const isRunning = ({ status }: { status: string }) => status === 'SUBMITTING'
    return (
      isCalm &&
      !Array.from(orders.values()).some(isRunning) &&
      !Array.from(tables.messages.values()).some(isWaiting)
    )
  }

  async function work(agent: Caller): Promise<void> {
    const visits = 5 + random.below(40)
    for (let visit = 0; visit < visits; visit += 1) {
      await pause(pauseMs)
      const reference = random.pick(references)
      const openOrder = await insist(agent, `checks ${reference}`, ({ context }) =>
        checkReference(context, agent, reference, origin),
      )
      if (!openOrder) continue
      await pause(random.pick([0, 1_000]))
      const info = drawCapture()
      const copies = random.chance(0.3) ? 2 + random.below(2) : 1
      await Promise.all(Array.from({ length: copies }, () => submit(agent, openOrder.id, info)))
    }
  }

  async function submit(agent: Caller, orderId: string, info: BiometricDeviceInfo): Promise<void> {
    await pause(random.pick([0, 0, 50]))
    const result = await insist(agent, `submits ${orderId}`, ({ context }) => {
      submits += 1
      return submitOrder(context, agent, { orderId, biometricDeviceInfo: info, consent: undefined }, origin)
    })
    if (result) results.push({ orderId, result })
  }

  /** Makes a call at a random server, up to five times. @returns undefined after a refusal or without an answer */
  async function insist<T>(
    { mobile }: Caller,
    what: string,
    call: (server: SimulatedServer) => Promise<T>,
  ): Promise<T | undefined> {
    for (let tries = 0; tries < 5; tries += 1) {
      const server = random.pick(servers)
      const { name, died } = server.machine
      try {
        const answer = await Promise.race([call(server), died])
        log?.(`${scheduler.now()} ${mobile} ${what} at ${name}: ${JSON.stringify(answer)}`)
        return answer
      } catch (error) {
        log?.(`${scheduler.now()} ${mobile} ${what} at ${name}: ${String(error)}`)
        if (error instanceof Refused || error instanceof Forbidden || error instanceof Throttled)
          return undefined
        const isUnanswered =
          error instanceof DatabaseAway || error instanceof Overloaded || error instanceof Crashed
        if (!isUnanswered) fault(error)
        await pause(random.pick([10, 1_000, 20_000]))
      }
    }
    return undefined
  }

  /** One capture in ten is the capture of an earlier submit. */
  function drawCapture(): BiometricDeviceInfo {
    if (captures.length > 0 && random.chance(0.1)) return random.pick(captures)
    const { machine } = random.pick(servers)
    const head = indiaDateTime(machine.now())
    const value = Buffer.from(`${head}${String(captures.length).padStart(20, '0')}`).toString('base64')
    const info = { ...anyCapture, ts: head, data: { type: 'X', value } }
    captures.push(info)
    return info
  }

  function pause(belowMs: number): Promise<void> {
    return new Promise(resolve => scheduler.after(random.below(belowMs + 1), resolve))
  }

  function fault(error: unknown): void {
    problems.push(`a fault: ${error instanceof Error ? error.stack : String(error)}`)
  }
}

/** The start times of worlds, in ms since 1970. Two are just before midnight in India, one of them at a month's end. */
const starts = ['2027-03-10T06:30:00Z', '2027-03-10T18:29:30Z', '2027-03-31T18:29:30Z'].map(Date.parse)

function drawWeather(random: SeededRandom): Weather {
  const [lostMessage, lostCommit, bankAway] = random.pick([
    [0, 0, 0],
    [0.002, 0.02, 0.02],
    [0.01, 0.15, 0.1],
  ] as const)
  return { lostMessage, lostCommit, bankAway, databaseIsDown: false }
}

function drawOffset(random: SeededRandom, clocks: 'together' | 'skewed' | 'apart'): number {
  if (clocks === 'together') return 0
  const mostMs = clocks === 'skewed' ? clockSkewMs / 2 : random.pick([10 * minuteMs, hourMs, 25 * hourMs])
  return random.below(2 * mostMs) - mostMs
}

function agentOf(number: number): Caller {
  const inOrder = { risk: '', branch: '', outlet: '', kycOn: '', activeOn: null, isStopped: false }
  const profile = {
    tokenHash: Buffer.alloc(32),
    name: '',
    email: '',
    addressLine1: '',
    addressLine2: '',
    roles: [],
    privileges: [],
    ...inOrder,
  }
  const agentId = `00000000-0000-7000-8000-00000000000${number}`
  return { ...profile, agentId, mobile: `900000000${number}` }
}

const anyCapture = testCapture(new Date(0), '9000000000')
const userAgent = { browser: '', os: '' }
const unnamed = { device: undefined, requestId: undefined, traceId: undefined }
const origin = { address: '', network: '', widerNetwork: '', userAgent, ...unnamed }
