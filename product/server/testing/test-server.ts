import { join } from 'node:path'

import { calls, type CallName } from '@ekyc/contract/calls'
import { indiaDate } from '@ekyc/contract/india-time'
import { shapes } from '@ekyc/contract/shapes'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { roleHeader } from '@ekyc/contract/words'
import type { Logger } from 'pino'
import { Value } from 'typebox/value'
import { afterAll, onTestFinished } from 'vitest'

import { assembleServer, type AssembledServer } from '../src/assemble.ts'
import { examineSettings, type ServerConfig } from '../src/config/read-config.ts'
import type { Context } from '../src/domain/context.ts'
import { settleAbandonedOrders } from '../src/domain/kyc/settlement.ts'
import { sendRequestedOtps } from '../src/domain/sign-in/send-otp.ts'
import type { Outbox } from '../src/domain/messages/outbox.ts'
import { addOrderPartitions } from '../src/database/schema/order-partitions.ts'
import { openDatabase, type OpenDatabase } from '../src/database/link/open-database.ts'
import type { VaultConnection } from '../src/database/kyc/vault.ts'
import { createAuditSeals, createLogWitness } from '../src/domain/audit/audit-seal.ts'
import { deriveKeys } from '../src/domain/secrets.ts'
import { newId } from '../src/domain/ids.ts'
import { createPasswordHasher, type Argon2id } from '../src/domain/sign-in/passwords.ts'
import { defaultPolicy } from '../src/domain/policy.ts'
import { createLog } from '../src/log/log.ts'
import type { SpanSink } from '../src/tracing/trace.ts'
import { createFakeOutside, type FakeOutside } from './outside/fake-outside.ts'
import { holdToContract } from './hold-to-contract.ts'
import { quickArgon2id } from './fixed/quick-argon2id.ts'
import { sqlOf, type TestSql } from './database/run-sql.ts'
import { seededRandom } from './fixed/seeded-random.ts'
import { knownKeyId } from './outside/test-capture.ts'
import { createTestClock, type TestClock } from './fixed/test-clock.ts'
import { createTestDatabase } from './database/test-database.ts'
import { testPortal } from './test-portal.ts'
import { untilInPlace } from './database/until-in-place.ts'

export type TestAnswer = {
  status: number
  headers: Record<string, unknown>
  response: { success: boolean; displayMsg: string; code?: string }
  // A test reads the fields that it expects. Each success is checked against the contract.
  // oxlint-disable-next-line typescript/no-explicit-any
  [field: string]: any
}

export type TestServer = AssembledServer &
  Pick<Context, 'outbox' | 'outages' | 'otpBudget' | 'deviceUse' | 'fraudWatch' | 'consentTexts'> &
  TestSql & {
    settleAbandonedOrders(which?: 'recent'): Promise<number>
    sendRequestedOtps(): Promise<void>
    clock: TestClock
    outside: FakeOutside
    open: OpenDatabase
    databaseUrl: string
    config: ServerConfig
    /** Makes one call of the contract without a network. A success that breaks the contract's shape fails the test. */
    call(name: CallName, fields?: object, options?: CallOptions): Promise<TestAnswer>
    addAgent(agent: {
      mobile: string
      password?: string | undefined
      role?: string
      withheld?: string[]
    }): Promise<string>
    /** Returns a mobile that nobody has, another one each time. */
    newMobile(): string
    /** Adds an agent with a new mobile, and with the usual password if `more` says nothing else. */
    newAgent(more?: {
      password?: string | undefined
      withheld?: string[]
    }): Promise<{ mobile: string; id: string }>
    /** Adds an agent with the usual password, and with a new mobile if no other is given. Logs the agent in. */
    signedInAgent(mobile?: string): Promise<{ mobile: string; id: string; token: string }>
    /** Returns the password as the portal sends it. */
    encrypted(password: string, mobile: string): string
    /** Answers the call of a log-in by the password alone. */
    logIn(mobile: string, password?: string, options?: LogInOptions): Promise<TestAnswer>
    /** Logs in after a user check, as the portal does. */
    checkAndLogIn(mobile: string, password?: string, options?: LogInOptions): Promise<TestAnswer>
    /** @returns the token */
    signIn(mobile: string, password?: string, device?: object): Promise<string>
    /** Sets a password by an OTP, which is the last one that the phone got if `more` has no other. */
    setPassword(mobile: string, otpDetails: object, more?: NewPassword): Promise<TestAnswer>
    /** Delivers all due messages. @returns the number of attempts, after the last one has ended */
    deliverDue(): Promise<number>
    /** Delivers due messages, then returns the last SMS with an OTP to the phone. */
    lastSms(mobile: string): Promise<string | undefined>
    /** Returns the OTP of that SMS, or '' if there is none. */
    lastOtp(mobile: string): Promise<string>
    /** Returns the audit rows with these values, the oldest first. */
    auditRows(of?: Partial<TrailRow>): Promise<TrailRow[]>
    close(): Promise<void>
  }

export type TrailRow = Record<'id' | 'actorKind' | 'actor' | 'action' | 'subject' | 'outcome', string> &
  Record<'agentId' | 'requestId' | 'traceId' | 'address', string | null>

type CallOptions = {
  token?: string | undefined
  mobile?: string
  headers?: Record<string, string>
  header?: object
  address?: string
  params?: Record<string, string>
}

/** The options of a log-in, with the fields that its body has besides those of a password. */
type LogInOptions = CallOptions & { fields?: object }

type NewPassword = CallOptions & { otp?: string; password?: string; keepPasskeys?: string[] }

export const agentPassword = 'Agent@2026'
export const freshPassword = 'Fresh@Start1'

/** Limits of a pool that no busy machine reaches, in ms, because they run by the real clock. */
export const patientLimits = {
  connectMs: 60_000,
  waitMs: 60_000,
  statementMs: 60_000,
  lockMs: 60_000,
  idleInTransactionMs: 60_000,
  answerMs: 90_000,
}

export const peppers = [Buffer.from('a pepper that only tests have, 40 chars.')] as const

/**
 * Starts the complete server on a temporary database, with a test clock and fake external services.
 * @param settings.databaseUrl a migrated database that the caller creates and drops; two servers may share this
 * database
 */
export async function startTestServer(
  settings: Partial<ServerConfig> = {},
  watched: {
    log?: Logger
    spans?: SpanSink
    vault?: VaultConnection
    /** 'its own' keeps the real clock of the database. By default the server's test clock replaces it. */
    databaseClock?: 'its own'
    isPrepared?: () => boolean
    argon2id?: Argon2id
  } = {},
): Promise<TestServer> {
  const testDatabase =
    settings.databaseUrl === undefined
      ? await createTestDatabase()
      : { url: settings.databaseUrl, drop: async () => {} }
  const clock = createTestClock()
  const random = seededRandom(1)
  const outside = createFakeOutside()
  const config = testConfig(testDatabase.url, settings)
  const opened = openDatabase(
    testDatabase.url,
    createAuditSeals(config.auditKeys, watched.log && createLogWitness(watched.log)),
    {
      connections: 10,
      servesStrangers: true,
      pooler: settings.databasePooler,
      limits: patientLimits,
    },
  )
  const measured = watched.databaseClock === 'its own'
  const open = measured ? opened : { ...opened, clock: { now: clock.now, measure: async () => {} } }
  if (measured) await open.clock.measure()
  if (settings.databaseUrl === undefined) {
    await addOrderPartitions(open.runner, clock.now())
  }
  const { log = createLog('silent'), spans } = watched
  const assembled = await assembleServer({
    config,
    open,
    outside,
    vault: watched.vault,
    argon2id: watched.argon2id ?? quickArgon2id,
    log,
    spans,
    stopping: new AbortController().signal,
    isPrepared: watched.isPrepared ?? (() => true),
    now: clock.now,
    random: () => random.between(0, 1),
  })
  const { app, context, deliveries, jobs } = assembled
  const { outbox, outages, otpBudget, deviceUse, fraudWatch, consentTexts } = context
  const problems = holdToContract(app)
  const { sql, countRows, insertRows } = sqlOf(open.runner)
  let lastMobile = 9_150_000_000

  const server: TestServer = {
    ...assembled,
    outbox,
    outages,
    otpBudget,
    deviceUse,
    fraudWatch,
    consentTexts,
    settleAbandonedOrders: which => settleAbandonedOrders(context, which),
    sendRequestedOtps: () => sendRequestedOtps(context),
    sql,
    countRows,
    insertRows,
    clock,
    outside,
    open,
    databaseUrl: testDatabase.url,
    config,

    async call(name, fields = {}, options = {}) {
      const { method, path, msgType } = calls[name]
      const url = path.replace(/:(\w+)/g, (_all, param: string) =>
        encodeURIComponent(options.params?.[param] ?? ''),
      )
      const header = {
        msgType,
        src: 'WEB',
        dst: 'ENT',
        requestId: 'r-1',
        datetime: clock.now().toISOString(),
      }
      const answer = await app.inject({
        method,
        url,
        remoteAddress: options.address ?? '127.0.0.1',
        headers: {
          ...(options.token !== undefined && {
            authorization: `Bearer ${options.token}`,
            role: roleHeader,
            ...(options.mobile !== undefined && { 'client-id': options.mobile }),
          }),
          ...options.headers,
        },
        ...(method === 'POST' && {
          payload: { header: { ...header, ...options.header }, device: {}, ...fields },
        }),
      })
      const body = answer.json<TestAnswer>()
      if (body.response.success && !Value.Check(shapes[name].answer, body))
        throw new Error(`${name} answered what the contract does not know: ${answer.body}`)
      // Node takes the header `date` from the machine's clock, so two equal answers may differ in it.
      const { date: _date, ...headers } = answer.headers
      return { ...body, status: answer.statusCode, headers }
    },

    async addAgent({ mobile, password, role = 'DBS_AGENT', withheld = [] }) {
      const id = newId(clock.now())
      const passwordHash = password === undefined ? null : await hashed(password, id)
      const agent = {
        id,
        mobile,
        name: 'Test Agent',
        email: 'agent@agents.example',
        addressLine1: '1 Test Road',
        addressLine2: 'Pune',
        passwordHash,
        createdOn: clock.now(),
      }
      await insertRows('agents', [agent])
      await sql('insert into roles (id) values ($1) on conflict do nothing', [role])
      await insertRows('agent_roles', [{ agentId: id, roleId: role }])
      await insertRows(
        'withheld_privileges',
        withheld.map(privilege => ({ agentId: id, privilege })),
      )
      // These audit rows are those of an admin command that adds an agent, and of an agent who sets a password.
      const by = { at: clock.now(), agentId: id, actor: mobile, outcome: 'done' }
      await open.database.audit.append({
        ...by,
        actorKind: 'admin',
        action: 'agent.add',
        subject: `${mobile} ${role}`,
      })
      if (passwordHash !== null)
        await open.database.audit.append({
          ...by,
          actorKind: 'agent',
          action: 'password.set',
          subject: 'first-time',
        })
      return id
    },

    async auditRows(of = {}) {
      const rows = await sql<TrailRow>(
        `select id, actor_kind as "actorKind", actor, action, subject, outcome, agent_id as "agentId",
           request_id as "requestId", trace_id as "traceId", address
         from audit_events order by happened_on, age(xmin) desc, ctid`,
      )
      const wanted = Object.entries(of) as [keyof TrailRow, string | null][]
      return rows.filter(row => wanted.every(([field, value]) => row[field] === value))
    },

    newMobile: () => String((lastMobile += 1)),

    async newAgent(more = {}) {
      const mobile = server.newMobile()
      return { mobile, id: await server.addAgent({ mobile, password: agentPassword, ...more }) }
    },

    async signedInAgent(mobile = server.newMobile()) {
      const id = await server.addAgent({ mobile, password: agentPassword })
      return { mobile, id, token: await server.signIn(mobile) }
    },

    encrypted: (password, mobile) => encryptPassword(password, mobile, indiaDate(clock.now())),

    logIn(mobile, password = agentPassword, options = {}) {
      const { fields, ...others } = options
      const typed = { username: mobile, password: server.encrypted(password, mobile), otpDetails: null }
      return server.call('login', { ...typed, ...fields }, others)
    },

    async checkAndLogIn(mobile, password, options) {
      await server.call('checkUser', { username: mobile }, options)
      return server.logIn(mobile, password, options)
    },

    async signIn(mobile, password = agentPassword, device = {}) {
      await untilInPlace(() => server.call('checkUser', { username: mobile }))
      const answer = await untilInPlace(() => server.logIn(mobile, password, { fields: { device } }))
      if (!answer.response.success) throw new Error(`log-in failed: ${answer.response.displayMsg}`)
      return answer['token'] as string
    },

    async setPassword(mobile, otpDetails, { otp, password = freshPassword, keepPasskeys, ...options } = {}) {
      const typed = { ...otpDetails, otp: otp ?? (await server.lastOtp(mobile)) }
      const newPassword = server.encrypted(password, mobile)
      const fields = { username: mobile, otpDetails: typed, newPassword }
      return server.call('setPassword', { ...fields, ...(keepPasskeys && { keepPasskeys }) }, options)
    },

    async deliverDue() {
      const tries = await Promise.all(Object.values(outbox.lanes).map(emptyLane))
      return tries.reduce((sum, count) => sum + count, 0)
    },

    async lastSms(mobile) {
      await server.deliverDue()
      return outside.inbox.findLast(({ to, text }) => to === mobile && /\b\d{6}\b/.test(text))?.text
    },

    lastOtp: async mobile => (await server.lastSms(mobile))?.slice(0, 6) ?? '',

    async close() {
      for (const job of [...Object.values(deliveries), ...Object.values(jobs)]) await job.stop()
      await app.close()
      await open.close()
      await testDatabase.drop()
      if (problems.length > 0) throw new Error(`Answers broke the contract:\n${problems.join('\n')}`)
    },
  }
  return server
}

async function emptyLane(lane: Outbox['lanes']['sms']): Promise<number> {
  let tries = 0
  for (;;) {
    const begun = await lane.run()
    await lane.idle()
    if (begun === 0) return tries
    tries += begun
  }
}

/** Starts a server that closes after the last test of the file. */
export async function serverOfFile(...how: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...how)
  afterAll(() => server.close())
  return server
}

/** Starts a server that closes after the test. */
export async function serverOfTest(...how: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...how)
  onTestFinished(() => server.close())
  return server
}

/** Returns the first cookie that an answer sets, which after a log-in is that of the device. */
export function cookieOf({ headers }: TestAnswer): string {
  return String([headers['set-cookie']].flat()[0]).split(';', 1)[0] ?? ''
}

/** Returns a wrong OTP. */
export function otherThan(otp: string): string {
  return otp === '123456' ? '654321' : '123456'
}

const hashed = createPasswordHasher({
  argon2id: quickArgon2id,
  peppers: deriveKeys(peppers, 'password'),
  atOnce: 2,
  waiting: 100,
  policy: defaultPolicy,
}).hash

function testConfig(databaseUrl: string, settings: Partial<ServerConfig>): ServerConfig {
  return {
    ...examineSettings({}).config,
    production: false,
    warnings: [],
    port: 0,
    databaseUrl,
    databaseConnections: 10,
    portalFolder: testPortal,
    brandingFile: join(import.meta.dirname, '../../../branding/default.json'),
    apiReference: true,
    consentRequired: false,
    sessionIdleLimitMs: undefined,
    logLevel: 'silent',
    drainMs: 0,
    hashesAtOnce: 2,
    peppers,
    outboxKeys: [Buffer.alloc(32, 7)],
    auditKeys: [Buffer.alloc(32, 8)],
    authorityTimeoutMs: 2_000,
    captureRules: { keyIds: [knownKeyId], devices: undefined, level1Only: false },
    ...settings,
  }
}
