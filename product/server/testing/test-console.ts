import { join } from 'node:path'

import type { StaffRole } from '@ekyc/contract/console/acts'
import { consoleBase, consoleCalls, type ConsoleCallName } from '@ekyc/contract/console/calls'
import type { ConsoleRefusal, Counters } from '@ekyc/contract/console/refusals'
import { consoleShapes, type AnswerOf, type RequestOf } from '@ekyc/contract/console/shapes'
import { Value } from 'typebox/value'
import { afterAll } from 'vitest'

import { createStaffProofs } from '../src/acts/staff/staff-proofs.ts'
import { assembleConsole, type AssembledConsole } from '../src/assemble-console.ts'
import { readBranding } from '../src/config/branding.ts'
import type { ConsoleConfig } from '../src/config/read-config.ts'
import { openDatabase, type OpenDatabase } from '../src/database/link/open-database.ts'
import { saveStaff } from '../src/database/staff/staff.ts'
import { createAuditSeals } from '../src/domain/audit/audit-seal.ts'
import { newId } from '../src/domain/ids.ts'
import { type StaffMember, roleGroupsOfSameName } from '../src/domain/staff/permissions.ts'
import { createLog } from '../src/log/log.ts'
import { sqlOf, type TestSql } from './database/run-sql.ts'
import { patientLimits, startTestServer, type TestServer, type TrailRow } from './test-server.ts'

export type ConsoleAnswer<Name extends ConsoleCallName> = {
  status: number
  headers: Record<string, unknown>
  /** The answer to a successful call. A test reads it without a check, and so fails if the call was refused. */
  answer: AnswerOf<Name>
  counters: Counters
  error: ConsoleRefusal['error'] | undefined
}

type ConsoleCallOptions = {
  /** Request headers that replace the headers which the console's pages send. Undefined removes a header. */
  headers?: Record<string, string | undefined>
  /** The Idempotency-Key header. By default each call has a new key. */
  key?: string
  address?: string
}

export type TestPerson = StaffMember & {
  token: string
  call<Name extends ConsoleCallName>(
    name: Name,
    request?: RequestOf<Name>,
    options?: ConsoleCallOptions,
  ): Promise<ConsoleAnswer<Name>>
}

export type TestConsole = AssembledConsole &
  TestSql & {
    open: OpenDatabase
    server: TestServer
    /** Makes a call without a session. */
    call<Name extends ConsoleCallName>(
      name: Name,
      request?: RequestOf<Name>,
      options?: ConsoleCallOptions,
    ): Promise<ConsoleAnswer<Name>>
    as(token: string): Pick<TestPerson, 'call'>
    addStaff(roles: StaffRole[], name?: string): Promise<StaffMember>
    /** If `who` is a role or a list of roles, adds a new person with these roles first. */
    signIn(who: StaffRole | StaffRole[] | StaffMember): Promise<TestPerson>
    /** Leaves a proof of the person for an act, as if the provider had confirmed it. */
    prove(staff: StaffMember, act: string, input: object): Promise<void>
    /** Returns the audit rows of all staff, oldest first. */
    staffRows(): Promise<TrailRow[]>
    close(): Promise<void>
  }

const usualOrigin = 'https://console.test'
const provider = {
  issuer: 'https://sso.bank.test',
  clientId: 'ekyc-console',
  clientSecret: 'of the tests',
  rolesClaim: 'roles',
  acr: [],
}
const branding = join(import.meta.dirname, '../../../branding/default.json')

/**
 * Starts the complete console beside a complete server, on one temporary database and one test clock.
 * @param parts.server a server that the test has started; by default a new server, which ends with the console
 */
export async function startTestConsole(
  parts: Partial<Pick<Parameters<typeof assembleConsole>[0], 'proofs' | 'isPrepared' | 'log'>> & {
    server?: TestServer
    /** The database's address with another role. The default is the server's own address. */
    databaseUrl?: string
    config?: Partial<ConsoleConfig>
    origin?: string
  } = {},
): Promise<TestConsole> {
  const server = parts.server ?? (await startTestServer())
  const { origin = usualOrigin, databaseUrl = server.databaseUrl } = parts
  const { clock } = server
  const { outboxKeys, auditKeys, policy, httpLimits, ...rest } = server.config
  const opened = openDatabase(databaseUrl, createAuditSeals(auditKeys), {
    connections: 8,
    limits: patientLimits,
  })
  const open = { ...opened, clock: { now: clock.now, measure: async () => {} } }
  const config: ConsoleConfig = {
    ...rest,
    auditKeys,
    httpLimits,
    overHttps: true,
    origin,
    folder: '/nowhere',
    idleLimitMs: 900_000,
    fourEyes: true,
    fourEyesSet: true,
    provider,
    roleGroups: roleGroupsOfSameName,
    branding: readBranding(branding),
    devices: undefined,
    outboxKeys,
    policy,
    ...parts.config,
  }
  const assembled = await assembleConsole({
    log: createLog('silent'),
    isPrepared: () => true,
    stopping: new AbortController().signal,
    spans: undefined,
    ...parts,
    config,
    open,
    origin: () => origin,
    now: clock.now,
  })
  const { app, sessions } = assembled
  const staffProofs = createStaffProofs({ runner: open.runner, seals: open.seals, now: clock.now })
  let keys = 0

  const callAs =
    (token: string | undefined): TestConsole['call'] =>
    async (name, request, options = {}) => {
      const { method, path } = consoleCalls[name]
      const fields: Record<string, unknown> = { ...request }
      const url = path.replace(/:(\w+)/g, (_all, field: string) => {
        const value = String(fields[field])
        delete fields[field]
        return encodeURIComponent(value)
      })
      const isPost = method === 'POST'
      const answered = await app.inject({
        method,
        url: consoleBase + url,
        remoteAddress: options.address ?? '127.0.0.1',
        headers: present({
          'sec-fetch-site': 'same-origin',
          ...((method as string) !== 'GET' && {
            origin,
            'x-console': '1',
            'idempotency-key': options.key ?? `test-key-${(keys += 1)}`,
          }),
          cookie: token === undefined ? undefined : `__Host-console=${token}`,
          ...options.headers,
        }),
        ...(isPost ? { payload: fields } : { query: fields as Record<string, string> }),
      })
      const { status, headers } = { status: answered.statusCode, headers: answered.headers }
      const isJson = String(headers['content-type']).startsWith('application/json')
      const body = isJson
        ? answered.json<{ answer: never; counters: Counters; error: ConsoleRefusal['error'] }>()
        : {
            answer: answered.body as never,
            counters: { proposals: 0, exceptions: 0, alerts: 0 },
            error: undefined,
          }
      const known: unknown = Value.Clean(consoleShapes[name].answer, structuredClone(body.answer))
      const isKnown = Value.Check(consoleShapes[name].answer, body.answer) && Value.Equal(known, body.answer)
      if (isJson && status < 400 && !isKnown)
        throw new Error(`${name} answered what the contract does not know: ${answered.body}`)
      return { ...body, status, headers }
    }

  async function addStaff(roles: StaffRole[], name = `Neha ${roles.join(' ')}`): Promise<StaffMember> {
    const id = newId(clock.now())
    await saveStaff(open.runner, { id, name, issuer: provider.issuer, subject: id, roles, at: clock.now() })
    return { id, name, roles }
  }

  return {
    ...assembled,
    ...sqlOf(open.runner),
    open,
    server,
    call: callAs(undefined),
    as: token => ({ call: callAs(token) }),

    addStaff,

    async signIn(who) {
      const isNew = typeof who === 'string' || Array.isArray(who)
      const staff = isNew ? await addStaff([who].flat()) : who
      const how = { address: '127.0.0.1', requestId: 'r-1', traceId: undefined }
      const { id: subject, name, roles } = staff
      const proven = { issuer: provider.issuer, subject, name, groups: [...roles], session: undefined }
      const token = await sessions.signIn(proven, how)
      if (token === undefined) throw new Error(`${staff.name} cannot sign in`)
      return { ...staff, token, call: callAs(token) }
    },

    async prove(staff, act, input) {
      const { mark } = await staffProofs.start(staff, { act, input })
      const waiting = await staffProofs.findWaiting(mark)
      if (waiting) await staffProofs.confirm(mark, waiting)
    },

    staffRows: () => server.auditRows({ actorKind: 'staff' }),

    async close() {
      for (const job of Object.values(assembled.jobs)) await job.stop()
      await app.close()
      await opened.close()
      if (!parts.server) await server.close()
    },
  }
}

/** Starts a console that closes after the last test of the file. */
export async function consoleOfFile(...how: Parameters<typeof startTestConsole>): Promise<TestConsole> {
  const bank = await startTestConsole(...how)
  afterAll(() => bank.close())
  return bank
}

function present(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
