import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { calls, type CallName } from '@ekyc/contract/calls'
import { shapes, type AnswerOf, type RequestOf } from '@ekyc/contract/shapes'

import type { Origin } from '../domain/sign-in/origin.ts'
import type { Policy } from '../domain/policy.ts'
import type { PublicPlaces } from '../domain/sign-in/public-places.ts'
import type { RefusalRecord } from '../domain/kyc/refusal-record.ts'
import { Overloaded, Unauthenticated } from '../domain/refused.ts'
import type { Sessions } from '../domain/sign-in/sessions.ts'
import type { Caller } from '../domain/agents/agent-stores.ts'
import type { Database, Stores } from '../domain/stores.ts'
import { inTrace } from '../tracing/current-trace.ts'
import { FailureAnswer, noSuccess, sendError, success } from './answers.ts'
import { claimedMobile, foreignClaim, readProvenCall, requireAccess, tokenFor } from './caller.ts'
import type { DeviceCookies } from './device-cookies.ts'
import { readOrigin } from './read-origin.ts'
import { traceOf } from './connections/request-trace.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

export type Handlers = {
  [N in CallName]: (request: RequestOf<N>, context: ContextOf<N>) => Promise<AnswerOf<N> | FailureAnswer>
}

type ContextOf<N extends CallName> = {
  origin: N extends Read ? undefined : Origin
  request: FastifyRequest
  rememberDevice: (mobile: string, device: string) => void
  /** Runs statements in one batch with the session's. Only a call that reads ahead has it. */
  pipelined: Database['pipelined'] | undefined
  caller: N extends ReadAhead
    ? Pick<Caller, 'agentId'>
    : (typeof calls)[N]['access'] extends 'public'
      ? undefined
      : (typeof calls)[N]['access'] extends 'optional-session'
        ? Caller | undefined
        : Caller
}

export type Lane = { handlers: Handlers; refusalRecord: RefusalRecord }

/** Two sets of handlers. `strangers` serves unknown devices without a session, and has its own database connections. */
export type Lanes = Record<'agents' | 'strangers', Lane>

/** For some calls, a function that tells whether the call's queue is full. The server then answers 503 at once. */
export type Fullness = Partial<Record<CallName, () => boolean>>

/** The calls whose handlers write no audit row or log and use no external service. They need no trace and no origin. */
const reads = [
  'getProfile',
  'getRole',
  'getStatistics',
  'getOutages',
  'listOrders',
  'findOrders',
  'getOrder',
  'getAddress',
] as const
type Read = (typeof reads)[number]

/**
 * The calls that read the data of the token's last owner in one batch with the session. The data leave only if the
 * session is still live and may make the call (decision record 0098).
 */
const readsAhead = ['listOrders', 'getStatistics'] as const
type ReadAhead = (typeof readsAhead)[number]

/** The error for all calls with a full queue. A new error for each refusal would cost a stack trace under load. */
const noPlace = new Overloaded('busy', 1)

const otherMethods = { GET: ['POST', 'PUT', 'PATCH', 'DELETE'], POST: ['GET', 'PUT', 'PATCH', 'DELETE'] }

/** Mounts every call of the contract. Each route checks access, body and ownership, then runs the handler. */
export function mountCalls(
  app: FastifyInstance,
  {
    database,
    lanes,
    publicPlaces,
    sessions,
    isFull,
    isPrepared,
    policy,
    devices,
  }: {
    database: Pick<Database, 'pipelined'>
    lanes: Lanes
    publicPlaces: PublicPlaces
    sessions: Sessions
    isFull: Fullness
    isPrepared: () => boolean
    policy: Policy
    devices: DeviceCookies
  },
): void {
  app.decorateRequest('caller', null)
  for (const name of Object.keys(calls) as CallName[]) {
    const { method, path, access } = calls[name]
    const isRead = reads.some(one => one === name)
    const isReadAhead = readsAhead.some(one => one === name)

    app.route({
      method,
      url: path,
      bodyLimit: 1024 * (name === 'submitOrder' ? policy.submitBodyMaxKib : policy.bodyMaxKib),
      schema: method === 'GET' ? { params: shapes[name].request } : { body: shapes[name].request },
      // A fault of the body waits for the session, which is checked first.
      attachValidation: isReadAhead,
      onRequest: async (request, reply) => {
        if (!isPrepared()) throw new Overloaded('migrating', 5)
        if (isFull[name]?.()) return void sendError(noPlace, request, reply)
        const token = tokenFor(request, access)
        if (token === undefined || (isReadAhead && sessions.lastOwner(token) !== undefined)) return
        await admit(request, token)
      },
      preHandler: (request, _reply, next) => {
        const { caller } = request
        next(caller ? bodyRefused(request, caller) : undefined)
      },
      // Fastify runs this hook before it answers the error, so the audit row is written first.
      onError: async (request, _reply, error) => {
        const caller = request.caller ?? undefined
        const origin = readOrigin(request, devices)
        const mobile = claimedMobile(request.body)
        await laneOf(caller, origin).refusalRecord.record(error, { call: name, caller, mobile, origin })
      },
      handler: async (request, reply) => {
        const caller = request.caller ?? undefined
        const origin = isRead ? undefined : readOrigin(request, devices)
        const mobile = claimedMobile(request.body)
        // TypeScript cannot infer that a key of the map and its handler belong together.
        const handle = (isReadAhead ? lanes.agents : laneOf(caller, origin)).handlers[name] as (
          request: unknown,
          context: unknown,
        ) => Promise<object>
        const context = {
          origin,
          caller,
          pipelined: undefined,
          request,
          rememberDevice: (phone: string, device: string) => devices.remember(request, reply, phone, device),
        }
        const handled = () =>
          isReadAhead && !caller
            ? readAhead(request, owner => handle(request.body, { ...context, ...owner }))
            : handle(method === 'GET' ? request.params : request.body, context)
        const work = () =>
          caller === undefined && origin && mobile !== undefined
            ? publicPlaces.during({ mobile, origin }, handled)
            : handled()
        const answer = await (isRead ? work() : inTrace(traceOf(request), work))
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

    async function admit(request: FastifyRequest, token: string, stores?: Stores): Promise<Caller> {
      const caller = await sessions.find(token, readProvenCall(request), stores)
      request.caller = caller
      traceOf(request).agentId = caller.agentId
      requireAccess(request, caller, access)
      return caller
    }

    function bodyRefused({ body, validationError }: FastifyRequest, caller: Caller): Error | undefined {
      return validationError ?? (body ? foreignClaim(name, body, caller) : undefined)
    }

    /** Reads the data of the token's last owner beside its session, and returns them to the session's owner alone. */
    function readAhead<T>(
      request: FastifyRequest,
      read: (owner: Pick<ContextOf<ReadAhead>, 'caller' | 'pipelined'>) => Promise<T>,
    ): Promise<T> {
      const token = tokenFor(request, access) ?? ''
      const agentId = sessions.lastOwner(token) ?? ''
      return database.pipelined(async stores => {
        const owner = {
          caller: { agentId },
          pipelined: <R>(work: (stores: Stores) => Promise<R>) => work(stores),
        }
        const [admitted, answered] = await Promise.allSettled([
          admit(request, token, stores),
          request.validationError ? undefined : read(owner),
        ])
        if (admitted.status === 'rejected') throw admitted.reason
        const refused = bodyRefused(request, admitted.value)
        if (refused) throw refused
        if (admitted.value.agentId !== agentId) throw new Unauthenticated()
        if (answered.status === 'rejected') throw answered.reason
        return answered.value as T
      })
    }

    function refuseMethod(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      const allowed = method === 'GET' ? 'GET, HEAD' : method
      return sendError({ statusCode: 405 }, request, reply.header('allow', allowed))
    }
  }

  function laneOf(caller: object | undefined, origin: Origin | undefined): Lane {
    return lanes[caller === undefined && origin?.device === undefined ? 'strangers' : 'agents']
  }
}
