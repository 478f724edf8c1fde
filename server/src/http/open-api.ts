import { calls, type Call, type CallName } from '@ekyc/contract/calls'
import { shapes } from '@ekyc/contract/shapes'
import { roleHeader } from '@ekyc/contract/words'
import { Type } from 'typebox'
import type { OpenAPIV3_1 } from 'openapi-types'

type Operation = OpenAPIV3_1.OperationObject
type Schema = OpenAPIV3_1.SchemaObject

const Response = Type.Object({ success: Type.Boolean(), displayMsg: Type.String() })

const howToTry = `The ten calls of the portal and its two additions. Every answer carries \`response: { success, displayMsg }\`.

To try them: **user/check**, then **user/login/password**, then put the token into *Authorize*. The password travels
encrypted; this makes the one of today for the demo agent:

    day=$(TZ=Asia/Kolkata date +%Y%m%d)
    printf %s 'Agent@2026' | openssl enc -aes-128-cbc -base64 \\
      -K $(printf %s 9000000001000000 | od -An -tx1 | tr -d ' \\n') \\
      -iv $(printf %s $day$day | od -An -tx1 | tr -d ' \\n')
`

/** What each call is for, in a line. Here and not in the contract, which the portal carries to the browser. */
const summaries: Record<CallName, string> = {
  checkUser: 'Ask what a mobile number logs in with',
  resetPassword: 'Send a one-time password',
  setPassword: 'Set a new password by one-time password',
  login: 'Log in by password',
  getProfile: "Read the caller's own profile",
  getRole: "List the privileges of one of the caller's roles",
  getStatistics: 'Count orders and log-ins by India month',
  listOrders: "List the caller's finished orders, newest first",
  checkReference: 'Check a customer reference and open an order',
  submitOrder: 'Submit a captured fingerprint for an open order',
  logout: "End the caller's session",
  getAddress: "Tell the caller's own IP address",
}

/** The contract's calls as an OpenAPI 3.1 document. */
export function openApi(): OpenAPIV3_1.Document {
  const names = Object.keys(calls) as CallName[]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent eKYC portal',
      version: '1',
      description: howToTry,
    },
    paths: Object.fromEntries(
      names.map(name => [
        calls[name].path.replace(/:(\w+)/g, '{$1}'),
        { [calls[name].method.toLowerCase()]: operation(name, calls[name]) },
      ]),
    ),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

function operation(name: CallName, call: Call): Operation {
  const { request, answer } = shapes[name]
  return {
    operationId: name,
    summary: summaries[name],
    description: described(call),
    ...(call.access !== 'public' && { security: [{ bearer: [] }] }),
    ...(call.method === 'GET'
      ? { parameters: parametersIn(call.path) }
      : { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(request) } } } }),
    responses: {
      200: {
        description: 'Done, or a business refusal (success false, `response` alone)',
        content: {
          'application/json': {
            schema: schemaOf(
              Type.Object({ response: Response, ...(answer.properties as Record<string, Type.TSchema>) }),
            ),
          },
        },
      },
      default: {
        description: '400, 401, 403, 413, 415, 429, 503, 504: `response` says why',
        content: { 'application/json': { schema: schemaOf(Type.Object({ response: Response })) } },
      },
    },
  }
}

function described({ access, msgType }: Call): string {
  const needs = typeof access === 'string' ? access : `a session with one of ${access.join(', ')}`
  return `Needs: ${needs}. Signed-in calls may send role ${roleHeader} and client-id.${msgType ? ` msgType ${msgType}.` : ''}`
}

function parametersIn(path: string): OpenAPIV3_1.ParameterObject[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

/** TypeBox schemas are JSON Schema 2020-12, which is what OpenAPI 3.1 speaks. */
function schemaOf(schema: Type.TSchema): Schema {
  return JSON.parse(JSON.stringify(schema)) as Schema
}
