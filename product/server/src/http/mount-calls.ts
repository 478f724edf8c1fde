import { calls, type CallName } from '@ekyc/contract/calls'
import { shapes } from '@ekyc/contract/shapes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Caller } from '../domain/agents/agents.ts'
import { createRefusalRecorder } from '../domain/audit/audit-events.ts'
import type { Context } from '../domain/context.ts'
import type { DerivedKeys } from '../domain/secrets.ts'
import { Overloaded } from '../domain/call-errors.ts'
import { readUserAgent, type CallOrigin } from '../domain/sign-in/call-origin.ts'
import { createPublicCallSlots } from '../domain/sign-in/public-call-slots.ts'
import { findCaller } from '../domain/sign-in/sessions.ts'
import { runInTrace } from '../tracing/trace.ts'
import { CallFailure, sendError, sendFailure, successAnswer } from './answers.ts'
import {
  callerAddress,
  claimedMobile,
  refusalOfForeignMobile,
  networksOfAddress,
  readCallWithProof,
  requireAccess,
  requireToken,
} from './caller.ts'
import { traceOf } from './connections/request-trace.ts'
import { createDeviceCookies, type DeviceCookies } from './device-cookies.ts'
import type { GuardedAppOptions } from './guarded-app.ts'
import { handlers } from './handlers.ts'
import { callerLanguage } from './headers.ts'
import { shapeAnswer } from './shape-answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

export type PortalCallOptions = {
  /** `strangers` serves unknown devices without a session, and has its own database connections. */
  lanes: Record<'agents' | 'strangers', Context>
  deviceKeys: DerivedKeys
}

/** The error for all log-ins that find a full queue. A new error for each would cost a stack trace under load. */
const queueFull = new Overloaded('busy', 1)

const otherMethods = { GET: ['POST', 'PUT', 'PATCH', 'DELETE'], POST: ['GET', 'PUT', 'PATCH', 'DELETE'] }

export function mountCalls(
  app: FastifyInstance,
  { lanes, deviceKeys, isPrepared, config }: PortalCallOptions & GuardedAppOptions,
): void {
  const { overHttps, httpLimits, policy } = config
  const recordRefusal = createRefusalRecorder()
  const devices = createDeviceCookies({ keys: deviceKeys, overHttps, policy })
  // At most half of the requests in progress may be public calls. The other half stays free for agents.
  const publicCallSlots = createPublicCallSlots(policy, { inAll: Math.ceil(httpLimits.maxInFlight / 2) })
  app.decorateRequest('caller', null)
  for (const name of Object.keys(calls) as CallName[]) {
    const { method, path, access } = calls[name]

    app.route({
      method,
      url: path,
      config: { call: name },
      bodyLimit: 1024 * (name === 'submitOrder' ? policy.submitBodyMaxKib : policy.bodyMaxKib),
      schema: method === 'GET' ? { params: shapes[name].request } : { body: shapes[name].request },
      onRequest: async (request, reply) => {
        if (!isPrepared()) throw new Overloaded('migrating', 5)
        if (name === 'login' && lanes.agents.passwordHash.isFull())
          return void sendError(queueFull, request, reply)
        const token = requireToken(request, access)
        if (token === undefined) return
        const caller = await findCaller(lanes.agents, token, readCallWithProof(request))
        request.caller = caller
        traceOf(request).agentId = caller.agentId
        requireAccess(request, caller, access)
      },
      preHandler: (request, _reply, next) => {
        const { body, caller } = request
        next(caller && body ? refusalOfForeignMobile(name, body, caller) : undefined)
      },
      // Fastify runs this hook before it answers the error, so the audit row is written first.
      onError: async (request, _reply, error) => {
        const caller = request.caller ?? undefined
        const origin = readOrigin(request, devices)
        const mobile = claimedMobile(request.body)
        await recordRefusal(contextOf(caller, origin), error, { call: name, caller, mobile, origin })
      },
      handler: async (request, reply) => {
        const caller = request.caller ?? undefined
        const mobile = claimedMobile(request.body)
        let read: CallOrigin | undefined
        const origin = () => (read ??= readOrigin(request, devices))
        const context = caller === undefined ? contextOf(caller, origin()) : lanes.agents
        // TypeScript cannot infer that a key of the map and its handler belong together.
        const handle = handlers[name] as (
          request: unknown,
          asked: unknown,
          context: Context,
        ) => Promise<object>
        // A call that only reads asks for neither, and to read them costs a sixth of it.
        const asked = {
          get origin() {
            return origin()
          },
          get language() {
            return callerLanguage(request.headers, context.languages)
          },
          caller,
          request,
          rememberDevice: (phone: string, device: string) => devices.remember(request, reply, phone, device),
        }
        const handled = () => handle(method === 'GET' ? request.params : request.body, asked, context)
        const answer = await runInTrace(traceOf(request), () =>
          caller === undefined && mobile !== undefined
            ? publicCallSlots.run({ mobile, origin: origin() }, handled)
            : handled(),
        )
        if (answer instanceof CallFailure) return sendFailure(reply, answer.failure)
        return successAnswer(Object(shapeAnswer(shapes[name].answer, answer)))
      },
    })

    app.route({
      method: otherMethods[method],
      url: path,
      onRequest: async (request, reply) => refuseMethod(request, reply),
      handler: refuseMethod,
    })

    function refuseMethod(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      const allowed = method === 'GET' ? 'GET, HEAD' : method
      return sendError({ statusCode: 405 }, request, reply.header('allow', allowed))
    }
  }

  function contextOf(caller: object | undefined, origin: CallOrigin): Context {
    return lanes[caller === undefined && origin.device === undefined ? 'strangers' : 'agents']
  }
}

function readOrigin(request: FastifyRequest, devices: DeviceCookies): CallOrigin {
  const { requestId, headerTraceId, traceId } = traceOf(request)
  const address = callerAddress(request)
  const origin = { address, ...networksOfAddress(address), device: devices.find(request) }
  const { device } = (request.body ?? {}) as { device?: unknown }
  return { ...origin, userAgent: readUserAgent(device), requestId, traceId: headerTraceId ?? traceId }
}
