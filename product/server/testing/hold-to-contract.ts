import { calls, type CallName } from '@ekyc/contract/calls'
import { openApiPath } from './open-api/document.ts'
import { portalOpenApi } from './open-api/portal.ts'
import { responseCodes } from '@ekyc/contract/refusals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

/**
 * Checks every JSON answer of a server. A refusal must have a code of the contract, and the OpenAPI document must allow
 * the answer for its call and status.
 * @returns the violations, in the order of the answers
 */
export function holdToContract(app: FastifyInstance): string[] {
  const problems: string[] = []
  app.addHook('onSend', (request, reply, payload, next) => {
    const { method, routeOptions } = request
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    const problem =
      typeof payload === 'string' && isJson
        ? problemOf(`${method} ${routeOptions.url}`, reply.statusCode, JSON.parse(payload))
        : undefined
    if (problem) problems.push(`${method} ${request.url} ${reply.statusCode}: ${problem}: ${String(payload)}`)
    next(null, payload)
  })
  return problems
}

function problemOf(route: string, status: number, body: unknown): string | undefined {
  const { response } = body as { response?: { success: boolean; code?: string } }
  if (response?.success === false && !responseCodes.some(code => code === response.code))
    return 'a refusal without a code of the contract'
  const name = callNames.get(route)
  if (name === undefined || refusedByHttp.has(status)) return undefined
  const validate = documents.getSchema(schemaId(name, status))
  if (!validate) return 'a status that the OpenAPI document does not know for this call'
  return validate(body) ? undefined : documents.errorsText(validate.errors)
}

/** The HTTP statuses of errors found before the call is known. The OpenAPI document lists them once for all calls. */
const refusedByHttp = new Set([404, 405, 408, 414, 417, 431])

const callNames = new Map(
  (Object.keys(calls) as CallName[]).map(name => [`${calls[name].method} ${calls[name].path}`, name]),
)

const document = portalOpenApi([], { now: new Date(0), encrypt: password => password })
const documents = addFormats.default(new Ajv2020({ strict: false, logger: false })).addSchema(document, 'api')

function schemaId(name: CallName, status: number): string {
  const { method, path } = calls[name]
  const verb = method === 'GET' ? 'get' : 'post'
  const answer = document.paths?.[openApiPath(path)]?.[verb]?.responses?.[status]
  const own = pointer('paths', openApiPath(path), verb, 'responses', `${status}`)
  const at = answer && '$ref' in answer ? answer.$ref.slice(1) : own
  return `api#${at}${pointer('content', 'application/json', 'schema')}`
}

function pointer(...names: string[]): string {
  return names
    .map(name => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')
}
