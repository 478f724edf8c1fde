import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { calls, type CallName } from '@ekyc/contract/calls'
import { shapes, type AnswerOf, type RequestOf } from '@ekyc/contract/shapes'

import type { Origin } from '../domain/origin.ts'
import type { Policy } from '../domain/policy.ts'
import type { RefusalRecord } from '../domain/refusal-record.ts'
import { Overloaded } from '../domain/refused.ts'
import type { Sessions } from '../domain/sessions.ts'
import type { Caller } from '../domain/stores.ts'
import { inTrace } from '../tracing/current-trace.ts'
import { Declined, noSuccess, sendError, success } from './answers.ts'
import { claimedMobile, findCaller, foreignClaim, requireAccess } from './caller.ts'
import type { DeviceCookies } from './device-cookies.ts'
import { readOrigin, readSentOn } from './read-origin.ts'
import { traceOf } from './request-trace.ts'

/** One handler for each call; a missing one does not compile. */
export type Handlers = {
  [N in CallName]: (request: RequestOf<N>, context: ContextOf<N>) => Promise<AnswerOf<N> | Declined>
}

type ContextOf<N extends CallName> = {
  origin: Origin
  /** header.datetime, if readable */
  sentOn: Date | undefined
  request: FastifyRequest
  /** Sets the cookie by which this device is known for the phone. */
  rememberDevice: (mobile: string, device: string) => void
  caller: (typeof calls)[N]['access'] extends 'public'
    ? undefined
    : (typeof calls)[N]['access'] extends 'optional-session'
      ? Caller | undefined
      : Caller
}

/** Calls that get 503 before their body is read while their queue is full. */
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

/** Mounts every call of the contract: access, body, ownership, then the handler. */
export function mountCalls(
  app: FastifyInstance,
  {
    handlers,
    sessions,
    isFull,
    isPrepared,
    policy,
    refusalRecord,
    devices,
  }: {
    handlers: Handlers
    sessions: Sessions
    isFull: Fullness
    isPrepared: () => boolean
    policy: Policy
    refusalRecord: RefusalRecord
    devices: DeviceCookies
  },
): void {
  for (const name of Object.keys(calls) as CallName[]) {
    const { method, path, access } = calls[name]
    // TypeScript cannot follow that a key of the map and its handler belong together.
    const handle = handlers[name] as (request: unknown, context: unknown) => Promise<object>
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
      // Runs before the answer to the error.
      onError: async (request, _reply, error) => {
        await refusalRecord.record(error, {
          call: name,
          caller: callers.get(request),
          mobile: claimedMobile(request.body),
          origin: readOrigin(request, devices),
        })
      },
      handler: async (request, reply) => {
        const context = {
          origin: readOrigin(request, devices),
          sentOn: readSentOn(request),
          caller: callers.get(request),
          request,
          rememberDevice: (mobile: string, device: string) =>
            devices.remember(request, reply, mobile, device),
        }
        const work = () => handle(method === 'GET' ? request.params : request.body, context)
        const answer = await (untraced.has(name) ? work() : inTrace(traceOf(request), work))
        if (answer instanceof Declined)
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
}
