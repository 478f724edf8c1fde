import { createSecretKey } from 'node:crypto'

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { resendWaitSeconds } from '@ekyc/contract/limits'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { openDatabase } from '../../database/link/open-database.ts'
import { networksOf } from '../../http/caller.ts'
import { testSeals } from '../../../testing/operator-at.ts'
import { patientLimits } from '../../../testing/test-server.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { seededRandom, type SeededRandom } from '../../../testing/fixed/seeded-random.ts'
import { createTestClock } from '../../../testing/fixed/test-clock.ts'
import { databaseOfFile } from '../../../testing/database/test-database.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../clocks.ts'
import { newId } from '../new-id.ts'
import { checkOtp } from './check-otp.ts'
import { requestOtp, sendOtpByBank } from './send-otp.ts'
import type { Origin } from './origin.ts'
import { defaultPolicy as policy } from '../policy.ts'
import { Throttled } from '../call-errors.ts'
import type { Agent } from '../agents/agents.ts'
import type { OneTimePasswordPurpose } from './sign-in-stores.ts'

// Strangers attack 400 agents for a day, through the functions of the rules and on PostgreSQL. The strangers know every
// limit, all phones and the minutes at which agents ask. They act before the agents, except when an agent comes back at
// the time that an answer named. They ask only when a code can be sent, because a request beyond a limit changes
// nothing, which the test also checks each hour. Every minute they have as many codes as possible sent to the new
// agents, and to the agents who ask in that minute. They have further codes sent as long as they may guess.

const agentCount = 400
const newAgents = 40
const dayMinutes = dayMs / minuteMs
const connections = 8
/** The numbers of strangers' addresses. CROWDS=1,10,1000 plays all of docs/security.md. */
const crowds = (process.env['CROWDS'] ?? '1').split(',').map(Number)
/** The number of guesses that the test makes. It only counts the further guesses, up to the tries of each sent code. */
const mostPlayed = 1_000

const databaseUrl = await databaseOfFile()
const open = openDatabase(databaseUrl, testSeals, { connections, limits: patientLimits })
afterAll(() => open.close())

type Phone = {
  agent: Agent
  home: Origin
  isNew: boolean
  code: string
  sms: number
  /** The times at which strangers, or a new agent, had codes sent, in ms since 1970. */
  shared: number[]
  /** The codes that strangers had sent: the time at which each stops to count as live, and the requester's network. */
  live: { until: number; by: string }[]
}

const clock = createTestClock()
const phones = new Map<string, Phone>()
const rules: Parameters<typeof requestOtp>[0] = {
  otpKeys: [createSecretKey(Buffer.alloc(32, 1))],
  outbox: {
    putDecoy: async () => {},
    async putSms(_stores, { body }) {
      const phone = phoneOf(body.to)
      phone.code = body.text
      phone.sms += 1
    },
  },
  // These tests check only the limits of phones and addresses, so the bank's budget has no limit.
  otpBudget: { count: () => {}, waitOf: () => 0 },
  branding: { bankName: 'Bank', productName: 'Portal', sms: { oneTimePassword: '{otp}' } },
  portalOrigin: undefined,
  policy,
  now: clock.now,
  onOtp: () => {},
}

beforeEach(async () => {
  await runSql(
    open.runner,
    `truncate login_attempts, address_marks, one_time_codes, one_time_password_sends cascade`,
  )
  phones.clear()
  for (let index = 0; index < agentCount; index += 1) addPhone(index)
  const all = [...phones.values()]
  const known = all.filter(({ isNew }) => !isNew)
  await runSql(
    open.runner,
    `insert into login_attempts (mobile, address, trusted_until, changed_on)
     select mobile, address, $3, $4 from unnest($1::text[], $2::text[]) as known(mobile, address)`,
    [
      known.map(({ agent }) => agent.mobile),
      known.map(({ home }) => home.device ?? home.network),
      new Date(clock.now().getTime() + 7 * dayMs),
      clock.now(),
    ],
  )
})

/** Adds an agent's phone. Every tenth agent is new. Others have a known device (odd index) or address (even). */
function addPhone(index: number): void {
  const mobile = String(9_000_000_000 + index)
  const isNew = index % (agentCount / newAgents) === 0
  const home = originAt(`2001:db8:a:${index.toString(16)}::/64`)
  phones.set(mobile, {
    agent: {
      id: newId(clock.now()),
      mobile,
      name: 'Agent',
      email: '',
      addressLine1: '',
      addressLine2: '',
      passwordHash: isNew ? null : 'set',
      resetDemanded: false,
      disabledOn: null,
      graceBeganOn: null,
    },
    home: isNew || index % 2 === 0 ? home : { ...home, device: `device${index}` },
    isNew,
    code: '',
    sms: 0,
    shared: [],
    live: [],
  })
}

test.each(crowds)(
  '[rules 7, 12] strangers from %i addresses guess at most 720 times a day each, and keep no agent from an OTP for long',
  async addresses => {
    const began = clock.now().getTime()
    const random = seededRandom(addresses)
    const strangers = createStrangers(addresses)
    const visits = visitsOf(random)
    const waits = { known: 0, new: 0 }
    let retries: { phone: Phone; asked: number; at: number }[] = []

    for (let minute = 0; minute < dayMinutes; minute += 1) {
      await playRetries(began + minute * minuteMs)
      clock.set(new Date(began + minute * minuteMs))
      await strangers.move(visits.get(minute) ?? [])
      if (minute % 60 === 30) await strangers.tryBeyondLimits(random)
      for (const phone of visits.get(minute) ?? []) await visit(phone, clock.now().getTime())
    }
    await playRetries(Infinity)

    expect(waits.known).toBe(0)
    expect(waits.new).toBeLessThanOrEqual(hourMs)
    expect(waits.new > 0).toBe(addresses > 1)
    expect(strangers.mostGuessesOfOne()).toBeLessThanOrEqual(24 * policy.wrongOtpsPerHour)
    expect(24 * policy.wrongOtpsPerHour).toBe(720)
    const chance = 1 - (1 - 1e-6) ** strangers.guesses()
    expect(documentedChances()).toContainEqual([
      addresses,
      Number(strangers.guesses().toPrecision(2)),
      percent(chance),
    ])

    async function playRetries(until: number): Promise<void> {
      for (;;) {
        retries = retries.toSorted((a, b) => a.at - b.at)
        const [next] = retries
        if (!next || next.at > until) return
        retries = retries.slice(1)
        clock.set(new Date(next.at))
        await visit(next.phone, next.asked)
      }
    }

    /** Lets the agent ask and type the code. A new agent who must wait comes back at the time that the answer named. */
    async function visit(phone: Phone, asked: number): Promise<void> {
      const at = clock.now().getTime()
      const waitMs = await comesIn(phone)
      if (waitMs > 0) retries.push({ phone, asked, at: at + waitMs })
      else if (phone.isNew) waits.new = Math.max(waits.new, at - asked)
      else waits.known = Math.max(waits.known, at - asked)
    }
  },
)

test('an agent whom strangers keep out comes in at once with the OTP of `admin agents send-otp`, whatever they guess', async () => {
  const phone = phoneOf('9000000000')
  const strangers = createStrangers(1_000)
  await strangers.block([phone])
  expect(await comesIn(phone)).toBeGreaterThan(30 * minuteMs)

  await open.database.transaction(stores => sendOtpByBank(rules, stores, phone.agent, clock.now()))
  const right = phone.code
  for (let guess = 0; guess < 20; guess += 1) {
    const origin = originAt(`203.0.113.${guess}`)
    const refId = await ask(phone, origin)
    for (let tries = 0; tries < policy.otpTries; tries += 1)
      expect(await guessAt(phone, refId, otherThan(right), origin)).toBe('wrong')
    expect(await guessAt(phone, refId, right, origin)).toBe('spent')
  }
  const refId = await ask(phone, phone.home)
  expect(await guessAt(phone, refId, right, phone.home)).toBe('right')
})

/** Lets the agent ask and type the code. @returns 0, or the wait that the answer named, in ms */
async function comesIn(phone: Phone): Promise<number> {
  const before = phone.sms
  try {
    const refId = await ask(phone, phone.home)
    expect(phone.sms).toBe(before + 1)
    if (phone.isNew) phone.shared.push(clock.now().getTime())
    // The right code is used at once, so it does not count as a live code for long.
    expect(await guessAt(phone, refId, phone.code, phone.home)).toBe('right')
    await open.database.oneTimePasswords.use(phone.agent.mobile, refId, clock.now())
    return 0
  } catch (error) {
    if (!(error instanceof Throttled) || !phone.isNew) throw error
    return error.retryAfterSeconds * secondMs
  }
}

function createStrangers(count: number) {
  const addresses = Array.from({ length: count }, (_, index) => ({
    // Each address is alone in its network, and one network does not reach the limits of the wider network.
    origin: originAt(`198.${index >> 8}.${index & 255}.1`),
    /** The times at which the address asked for each phone, in ms since 1970. */
    asked: new Map<Phone, number[]>(),
    guesses: [] as number[],
  }))
  type Address = (typeof addresses)[number]
  let turn = 0
  let guesses = 0
  const all = [...phones.values()]
  const newOnes = all.filter(({ isNew }) => isNew)
  const knownOnes = all.filter(({ isNew }) => !isNew)

  return {
    /** Has each code sent that the strangers want and the limits allow at this moment. */
    async move(visitors: Phone[]) {
      const now = clock.now().getTime()
      await block([...new Set([...newOnes, ...visitors])])
      if (!addresses.some(address => mayGuess(address, now))) return
      await atOnce(connections, knownOnes, phone => besiege(phone, now, address => mayGuess(address, now)))
    },

    block,

    /** Asks and guesses beyond the limits: nothing is sent, and nothing is compared. */
    async tryBeyondLimits(random: SeededRandom) {
      const now = clock.now().getTime()
      const [address] = addresses
      // A guess that was only counted is unknown to the database.
      if (address && guesses <= mostPlayed && !mayGuess(address, now))
        // oxlint-disable-next-line vitest/no-conditional-expect -- the play meets this case only at some moments
        await expect(guessAt(random.pick(all), 'none', '000000', address.origin)).rejects.toThrow(Throttled)
      const closed = all.filter(phone => !isShareOpen(phone, now))
      if (closed.length === 0) return
      const phone = random.pick(closed)
      const before = phone.sms
      const refusal: unknown = await ask(phone, originAt(`192.0.2.${random.below(256)}`)).catch(
        (error: unknown) => error,
      )
      expect(refusal instanceof Error && !(refusal instanceof Throttled)).toBe(false)
      expect(phone.sms).toBe(before)
    },

    guesses: () => guesses,
    mostGuessesOfOne: () => Math.max(...addresses.map(address => address.guesses.length)),
  }

  async function block(blocked: Phone[]): Promise<void> {
    const now = clock.now().getTime()
    await atOnce(connections, blocked, phone => besiege(phone, now, () => true))
  }

  async function besiege(phone: Phone, now: number, isMeant: (address: Address) => boolean): Promise<void> {
    while (isShareOpen(phone, now) && hasRoom(phone, now)) {
      const address = addressFor(phone, now, isMeant)
      if (!address) return
      address.asked.set(phone, [...(address.asked.get(phone) ?? []), now])
      phone.shared.push(now)
      phone.live = phone.live.filter(({ by }) => by !== address.origin.network)
      const code = { until: now + policy.otpLifeMinutes * minuteMs, by: address.origin.network }
      phone.live.push(code)
      const before = phone.sms
      const refId = await ask(phone, address.origin)
      expect(phone.sms).toBe(before + 1)
      const wrong = otherThan(phone.code)
      for (let tries = 0; tries < policy.otpTries && mayGuess(address, now); tries += 1) {
        address.guesses.push(now)
        guesses += 1
        if (guesses > mostPlayed) continue
        expect(await guessAt(phone, refId, wrong, address.origin)).toBe('wrong')
        if (tries === policy.otpTries - 1) code.until = now
      }
    }
  }

  function mayGuess(address: Address, now: number): boolean {
    return (address.guesses.at(-policy.wrongOtpsPerHour) ?? -Infinity) <= now - hourMs
  }

  function addressFor(
    phone: Phone,
    now: number,
    isMeant: (address: Address) => boolean,
  ): Address | undefined {
    for (let tried = 0; tried < count; tried += 1) {
      const address = addresses[(turn = (turn + 1) % count)]
      if (address && isMeant(address) && mayAsk(address, phone, now)) return address
    }
    return undefined
  }

  function mayAsk({ asked }: Address, phone: Phone, now: number): boolean {
    const own = asked.get(phone) ?? []
    const others = [...asked].filter(
      ([other, times]) => other !== phone && (times.at(-1) ?? 0) > now - hourMs,
    )
    return (
      others.length < policy.otpPhonesPerAddressPerHour &&
      now - (own.at(-1) ?? -Infinity) >= resendWaitSeconds * secondMs &&
      own.filter(at => at > now - hourMs).length < policy.otpSendsPerHour &&
      own.filter(at => at > now - dayMs).length < policy.otpSendsPerDay
    )
  }
}

function isShareOpen({ shared, isNew }: Phone, now: number): boolean {
  const inHour = shared.filter(at => at > now - hourMs).length
  const inDay = shared.filter(at => at > now - dayMs).length
  const isOpen = inHour < policy.otpSendsFromEverywherePerHour && inDay < policy.otpSendsFromEverywherePerDay
  return isOpen || (isNew && inHour < policy.otpSendsToNewAgentPerHour)
}

function hasRoom({ live }: Phone, now: number): boolean {
  return live.filter(({ until }) => until > now).length < policy.otpLiveCodesPerPhone
}

/** Returns the agents who ask in each minute, at random: a new agent asks three times a day, the others once. */
function visitsOf(random: SeededRandom): Map<number, Phone[]> {
  const visits = new Map<number, Phone[]>()
  for (const phone of phones.values())
    for (const part of phone.isNew ? [0, 1, 2] : [random.below(3)]) {
      const minute = part * (dayMinutes / 3) + random.below(dayMinutes / 3 - 120)
      visits.set(minute, [...(visits.get(minute) ?? []), phone])
    }
  return visits
}

async function ask({ agent, isNew }: Phone, origin: Origin): Promise<string> {
  const purpose = isNew ? 'first-time' : 'reset'
  const { otpRefId } = await open.database.transaction(stores =>
    requestOtp(rules, stores, { mobile: agent.mobile, agent, purpose, origin, isSignedIn: false }),
  )
  return otpRefId
}

async function guessAt({ agent }: Phone, refId: string, code: string, origin: Origin): Promise<string> {
  const purposes: OneTimePasswordPurpose[] = ['first-time', 'reset']
  const typed = { mobile: agent.mobile, agent, purposes, refId, code, origin }
  const guess = await checkOtp({ ...rules, database: open.database }, typed)
  return guess.outcome
}

function originAt(address: string): Origin {
  const userAgent = { browser: '', os: '' }
  return {
    address,
    ...networksOf(address),
    device: undefined,
    userAgent,
    requestId: undefined,
    traceId: undefined,
  }
}

function otherThan(code: string): string {
  return code === '123456' ? '654321' : '123456'
}

function phoneOf(mobile: string): Phone {
  const phone = phones.get(mobile)
  if (!phone) throw new Error(`nobody has ${mobile}`)
  return phone
}

async function atOnce<T>(workers: number, list: T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list]
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
    }),
  )
}

function percent(chance: number): string {
  return `${(chance * 100).toPrecision(2)} %`
}

/** Reads the table of docs/security.md: addresses, guesses a day, and the chance that one of the guesses is right. */
function documentedChances(): [number, number, string][] {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/security.md'), 'utf8')
  return [...page.matchAll(/^\| ([\d,]+) +\| ([\d,]+) +\| ([\d.]+ %) +\|/gm)].map(
    ([, addresses = '', guesses = '', chance = '']) => [numberIn(addresses), numberIn(guesses), chance],
  )
}

function numberIn(text: string): number {
  return Number(text.replaceAll(',', ''))
}
