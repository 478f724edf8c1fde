import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { calls, type CallName } from '@ekyc/contract/calls'
import { shapes, type AnswerOf, type RequestOf } from '@ekyc/contract/shapes'

import type { Origin } from '../domain/origin.ts'
import type { Policy } from '../domain/policy.ts'
import type { PublicPlaces } from '../domain/public-places.ts'
import type { RefusalRecord } from '../domain/refusal-record.ts'
import { Overloaded } from '../domain/refused.ts'
import type { Sessions } from '../domain/sessions.ts'
import type { Caller } from '../domain/stores.ts'
import { inTrace } from '../tracing/current-trace.ts'
import { FailureAnswer, noSuccess, sendError, success } from './answers.ts'
import { claimedMobile, findCaller, foreignClaim, requireAccess } from './caller.ts'
import type { DeviceCookies } from './device-cookies.ts'
import { readOrigin, readSentOn } from './read-origin.ts'
import { traceOf } from './request-trace.ts'

/** One handler for each call; a missing one is a compile error. */
export type Handlers = {
  [N in CallName]: (request: RequestOf<N>, context: ContextOf<N>) => Promise<AnswerOf<N> | FailureAnswer>
}

type ContextOf<N extends CallName> = {
  origin: Origin
  /** The readable header.datetime */
  sentOn: Date | undefined
  request: FastifyRequest
  /** Sets the cookie that makes this device known for the phone. */
  rememberDevice: (mobile: string, device: string) => void
  caller: (typeof calls)[N]['access'] extends 'public'
    ? undefined
    : (typeof calls)[N]['access'] extends 'optional-session'
      ? Caller | undefined
      : Caller
}

export type Lane = { handlers: Handlers; refusalRecord: RefusalRecord }

/** Calls without a session from an unknown device run in a separate lane, so that they delay no other call. */
export type Lanes = Record<'agents' | 'strangers', Lane>

/** For some calls, a function that tells whether their queue is full; they then get 503 before their body is read. */
export type Fullness = Partial<Record<CallName, () => boolean>>

/** These calls use no external service and log nothing, so they need no trace context. */
const untraced = new Set<CallName>([
  'getProfile',
  'getRole',
  'getStatistics',
  'getScore',
  'getOutages',
  'listOrders',
  'findOrders',
  'getOrder',
  'getAddress',
])

const otherMethods = { GET: ['POST', 'PUT', 'PATCH', 'DELETE'], POST: ['GET', 'PUT', 'PATCH', 'DELETE'] }

/** Mounts every call of the contract. Each call checks access, body and ownership, then runs the handler. */
export function mountCalls(
  app: FastifyInstance,
  {
    lanes,
    publicPlaces,
    sessions,
    isFull,
    isPrepared,
    policy,
    devices,
  }: {
    lanes: Lanes
    publicPlaces: PublicPlaces
    sessions: Sessions
    isFull: Fullness
    isPrepared: () => boolean
    policy: Policy
    devices: DeviceCookies
  },
): void {
  for (const name of Object.keys(calls) as CallName[]) {
    const { method, path, access } = calls[name]
    const callers = new WeakMap<FastifyRequest, Caller>()

    app.route({
      method,
      url: path,
      bodyLimit: 1024 * (name === 'submitOrder' ? policy.submitBodyMaxKib : policy.bodyMaxKib),
      schema: method === 'GET' ? { params: shapes[name].request } : { body: shapes[name].request },
      onRequest: async request => {
        if (!isPrepared()) throw new Overloaded('migrating', 5)
        if (isFull[name]?.()) throw new Overloaded('busy', 1)
        const caller = await findCaller(request, access, sessions)
        if (!caller) return
        callers.set(request, caller)
        traceOf(request).agentId = caller.agentId
        requireAccess(request, caller, access)
      },
      preHandler: (request, _reply, next) => {
        const caller = callers.get(request)
        next(caller && request.body ? foreignClaim(name, request.body, caller) : undefined)
      },
      // Runs before the error is answered.
      onError: async (request, _reply, error) => {
        const caller = callers.get(request)
        const origin = readOrigin(request, devices)
        const mobile = claimedMobile(request.body)
        await laneOf(caller, request).refusalRecord.record(error, { call: name, caller, mobile, origin })
      },
      handler: async (request, reply) => {
        const caller = callers.get(request)
        // Reads of a session use neither, and they cost as much as their rules.
        const context = {
          get origin() {
            return readOrigin(request, devices)
          },
          get sentOn() {
            return readSentOn(request)
          },
          caller,
          request,
          rememberDevice: (phone: string, device: string) => devices.remember(request, reply, phone, device),
        }
        const mobile = claimedMobile(request.body)
        // TypeScript cannot infer that a key of the map and its handler belong together.
        const handle = laneOf(caller, request).handlers[name] as (
          request: unknown,
          context: unknown,
        ) => Promise<object>
        const handled = () => handle(method === 'GET' ? request.params : request.body, context)
        const isPublic = caller === undefined && mobile !== undefined
        const work = () =>
          isPublic ? publicPlaces.during({ mobile, origin: context.origin }, handled) : handled()
        const answer = await (untraced.has(name) ? work() : inTrace(traceOf(request), work))
        if (answer instanceof FailureAnswer)
          return reply.code(answer.status).send(noSuccess(answer.code, answer.displayMsg, answer.fields))
        return success(answer)
      },
    })

    app.route({
      method: otherMethods[method],
      url: path,
      onRequest: async (request, reply) => refuseMethod(request, reply),
      handler: refuseMethod,
    })

    /** Answers 405 without reading the body. */
    function refuseMethod(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      const allowed = method === 'GET' ? 'GET, HEAD' : method
      return sendError({ statusCode: 405 }, request, reply.header('allow', allowed))
    }
  }

  function laneOf(caller: Caller | undefined, request: FastifyRequest): Lane {
    return lanes[caller === undefined && devices.find(request) === undefined ? 'strangers' : 'agents']
  }
}
