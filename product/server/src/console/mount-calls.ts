import {
  consoleBase,
  consoleCalls,
  type ConsoleCall,
  type ConsoleCallName,
  watchedCall,
} from '@ekyc/contract/console/calls'
import { rights, type ActName, type Right } from '@ekyc/contract/console/acts'
import { consoleRefusals, type Counters } from '@ekyc/contract/console/refusals'
import { consoleShapes } from '@ekyc/contract/console/shapes'
import { signInPage } from '@ekyc/contract/console/sign-in-pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { parseCookie, stringifySetCookie } from 'cookie'

import type { StaffOrigin } from '../acts/act.ts'
import { NotPermitted, type ActRunner } from '../acts/perform.ts'
import type { StaffSession, StaffSessions } from '../acts/staff/staff-sessions.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import type { StaffMember } from '../domain/staff/permissions.ts'
import { Overloaded } from '../domain/call-errors.ts'
import { callerAddress, networksOfAddress } from '../http/caller.ts'
import { shapeAnswer } from '../http/shape-answer.ts'
import { traceOf } from '../http/connections/request-trace.ts'
import { runInTrace } from '../tracing/trace.ts'
import { ConsoleRefused, sendConsoleRefusal } from './refusals.ts'
import {
  RawAnswer,
  sessionCookie,
  type ConsoleHandlers,
  type StaffCaller,
  type AnonymousCaller,
  type Cookies,
} from './handler-types.ts'
import type { ConsoleRateLimits } from './rate-limits.ts'
import { signInFlowCookie, signInFlowOfReturn } from './handlers/sign-in.ts'

declare module 'fastify' {
  interface FastifyRequest {
    staffSession: StaffSession | null
  }
}

export type ConsoleCallOptions = {
  handlers: ConsoleHandlers
  sessions: StaffSessions
  callLimits: ConsoleRateLimits
  doorFor(staff: StaffMember, origin: StaffOrigin): ActRunner
  counters(staff: StaffMember): Promise<Counters>
  origin(): string
  /** Until the database is migrated, every call gets HTTP 503. */
  isPrepared(): boolean
}

const calls: Record<ConsoleCallName, ConsoleCall> = consoleCalls
const bodyLimit = 64 * 1024
/** A piece of an import is large. */
const largeBodies: Partial<Record<string, number>> = { addLines: 512 * 1024 }
const methods = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'] as const
const keyForm = /^[\w-]{8,64}$/

/** Each call checks origin, session, limits, right and input before its handler runs. */
export async function mountConsoleCalls(app: FastifyInstance, door: ConsoleCallOptions): Promise<void> {
  app.decorateRequest('staffSession', null)
  const names = Object.keys(consoleCalls) as ConsoleCallName[]
  for (const name of names.filter(one => calls[one].access !== 'provider')) mountCall(app, name, door)

  await app.register(async forms => {
    // Providers of OpenID Connect send forms, and this part of the app parses only forms.
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string | Buffer) =>
        Object.fromEntries(new URLSearchParams(String(body))),
    )
    for (const name of names.filter(one => calls[one].access === 'provider')) mountCall(forms, name, door)
  })

  for (const path of new Set(names.map(name => calls[name].path))) {
    const taken = names.flatMap(name => (calls[name].path === path ? calls[name].method : []))
    const refuse = async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', taken.join(', '))
      throw new ConsoleRefused('method_not_allowed')
    }
    const others = methods.filter(method => !taken.some(one => one === method))
    app.route({ method: others, url: consoleBase + path, onRequest: refuse, handler: refuse })
  }
}

function mountCall(app: FastifyInstance, name: ConsoleCallName, door: ConsoleCallOptions): void {
  const { method, path, access } = calls[name]
  const { handlers, sessions, callLimits, doorFor, counters } = door
  const isOpen = access === 'public' || access === 'provider'
  const opensPage = name === 'startSignIn' || name === 'finishSignIn'

  app.route({
    method,
    url: consoleBase + path,
    config: { call: `console.${name}` },
    bodyLimit: largeBodies[name] ?? bodyLimit,
    ...(opensPage && { errorHandler: sendToSignIn }),
    async onRequest(request, reply) {
      if (!door.isPrepared()) throw new Overloaded('migrating', 5)
      if (access === 'provider') refuseForeignReturn(request)
      else refuseForeignRequest(request, door.origin())
      if (name === 'finishSignIn') {
        const { state } = request.query as { state?: unknown }
        const flow = signInFlowOfReturn(cookiesOf(request, reply).get(signInFlowCookie), state)
        // The handler refuses such a return without any work, so it must not take a place of this office's people.
        if (!flow) return
        callLimits.count(name, { flow: flow.secret })
      }
      if (isOpen)
        return callLimits.count(name, { network: networksOfAddress(callerAddress(request)).network })
      const token = cookiesOf(request, reply).get(sessionCookie)
      // A stranger without a cookie costs the database nothing.
      const session = token && (await sessions.find(token, name !== watchedCall))
      if (!session) throw new ConsoleRefused('not_signed_in')
      callLimits.count(name, { staffId: session.staff.id })
      request.staffSession = session
    },
    async handler(request, reply) {
      const caller = callerOf(request, reply)
      if ('staff' in caller && isAct(access)) await requireRight(caller, access)
      const input = inputOf(name, request)
      // The act of `addLines` replaces such characters, so that the import names the line.
      if (name !== 'addLines' && !canBeStored(input)) await refuseUnfit(name, input, caller)
      const handle = handlers[name] as (input: object, caller: AnonymousCaller) => Promise<object>
      const sent = await runInTrace(traceOf(request), () => handle(input, caller))
      if (sent instanceof RawAnswer) return reply.code(sent.status).headers(sent.headers).send(sent.body)
      const answer = shapeAnswer(consoleShapes[name].answer, sent)
      return 'staff' in caller ? { answer, counters: await counters(caller.staff) } : { answer }
    },
  })

  function callerOf(request: FastifyRequest, reply: FastifyReply): AnonymousCaller | StaffCaller {
    const trace = traceOf(request)
    trace.requestId = request.id
    const origin = { address: callerAddress(request), requestId: request.id, traceId: trace.traceId }
    const stranger = { origin, cookies: cookiesOf(request, reply) }
    const session = request.staffSession
    if (!session) return stranger
    const { staff } = session
    const idempotencyKey = idempotencyKeyOf(request)
    return { ...stranger, ...doorFor(staff, origin), staff, session, idempotencyKey }
  }
}

/** A person who signs in gets a page in words, where a program gets the refusal of a limit. */
function sendToSignIn(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof ConsoleRefused && error.code === 'too_many')
    reply.redirect(`${signInPage}?problem=too-many`, 303)
  else sendConsoleRefusal(error, request, reply)
}

async function requireRight({ staff, audited }: StaffCaller, name: ActName): Promise<void> {
  const { does, secondPerson }: Right = rights[name]
  const roles = [...does, ...(secondPerson ? [...secondPerson.proposes, ...secondPerson.approves] : [])]
  if (staff.roles.some(role => roles.includes(role))) return
  await audited(name, async ({ row }) => {
    row.subject = 'not permitted'
    throw new NotPermitted(name, 'nothing')
  })
}

/** Control characters except white space, and halves of surrogate pairs. */
const unfitCharacter = /[^\P{Cc}\s]|\p{Cs}/u

function canBeStored(value: unknown): boolean {
  if (typeof value === 'string') return !unfitCharacter.test(value)
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(canBeStored)
}

/** The refusal of an act stands in the trail. */
async function refuseUnfit(name: ConsoleCallName, input: object, caller: AnonymousCaller | StaffCaller) {
  const act = 'name' in input && name === 'doAct' ? input.name : calls[name].access
  const refusal = new CommandRefused(consoleRefusals.bad_input[1], 'bad_input')
  if (!('staff' in caller && typeof act === 'string' && isAct(act))) throw refusal
  await caller.audited(act, async ({ row }) => {
    row.subject = 'unfit input'
    throw refusal
  })
}

function isAct(name: string): name is ActName {
  return Object.hasOwn(rights, name)
}

/** Texts of the URL are converted to the types of the schema, unlike the body. */
function inputOf(name: ConsoleCallName, { params, query, body }: FastifyRequest): object {
  const shape = consoleShapes[name].request
  const inAddress = { ...(calls[name].method !== 'POST' && Object(query)), ...Object(params) }
  const input: object = { ...Object(body), ...Object(Value.Convert(shape, inAddress)) }
  if (Value.Check(shape, input)) return input
  const fields = Value.Errors(shape, input).map(
    ({ instancePath, params: about }) =>
      instancePath.slice(1) || ('requiredProperties' in about ? about.requiredProperties.join(', ') : ''),
  )
  throw new ConsoleRefused('bad_input', { fields: [...new Set(fields)].filter(Boolean).slice(0, 20) })
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && keyForm.test(key)) return key
  throw new ConsoleRefused('bad_input', { fields: ['Idempotency-Key'] })
}

/**
 * A page of another origin gets nothing, although the browser sends the cookie with its request. Browsers tell the site
 * of the page (`sec-fetch-site`); other programs do not. A change needs the console's origin too.
 */
function refuseForeignRequest({ method, headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site']
  const isOwnSite = site === undefined || site === 'same-origin'
  if (method === 'GET') {
    // 'none' means an address that the person has typed or opened from a bookmark.
    if (!isOwnSite && site !== 'none') throw new ConsoleRefused('foreign_origin')
    return
  }
  if (!isOwnSite || headers.origin !== origin || headers['x-console'] !== '1')
    throw new ConsoleRefused('foreign_origin')
}

/**
 * A return is a page of its own, so a browser says `document`; the log-out comes from the provider's server, which
 * names no site.
 */
function refuseForeignReturn({ method, headers }: FastifyRequest): void {
  const isOwn =
    method === 'GET'
      ? (headers['sec-fetch-dest'] ?? 'document') === 'document'
      : headers['sec-fetch-site'] === undefined
  if (!isOwn) throw new ConsoleRefused('foreign_origin')
}

/**
 * With this prefix, browsers accept the cookie only from exactly this origin, over https, for all of its paths.
 * Chromium and Firefox also accept it over http from localhost and 127.0.0.1, and Safari does not (decision record
 * 0111).
 */
const prefix = '__Host-'
const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const

function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  return {
    get: name => parseCookie(request.headers.cookie ?? '')[prefix + name],
    set(name, value, maxAgeSeconds) {
      const cookie = stringifySetCookie(prefix + name, value, { ...attributes, maxAge: maxAgeSeconds })
      // Fastify adds it to the cookies that were set before.
      reply.header('set-cookie', cookie)
    },
  }
}
