import { rights, type Right } from '@ekyc/contract/console/acts'
import {
  consoleBase,
  consoleCalls,
  type ConsoleCall,
  type ConsoleCallName,
} from '@ekyc/contract/console/calls'
import { consoleRefusals } from '@ekyc/contract/console/refusals'
import { consoleShapes } from '@ekyc/contract/console/shapes'
import type { OpenAPIV3_1 } from 'openapi-types'

import {
  fieldsInPath,
  objectSchema,
  openApiDocument,
  openApiParameter,
  toOpenApiSchema,
  type Door,
  type OpenApiSchema,
  type Operation,
} from './document.ts'

const about = `The calls of the bank's console, for its own pages. A good answer is \`{ answer, counters }\`; a refusal is
\`{ error: { code, message, requestId } }\`, with a code of the list below. A person is known by the cookie
\`__Host-console\`. A call that changes something also needs \`Origin\` with the console's own address and the header
\`X-Console: 1\`; an act needs an \`Idempotency-Key\`, and a repeated key gets the first answer.

${Object.entries(consoleRefusals)
  .map(([code, [status, message]]) => `- \`${code}\` (${status}): ${message}`)
  .join('\n')}
`

const string: OpenApiSchema = { type: 'string' }
const count: OpenApiSchema = { type: 'integer', minimum: 0 }
const counters = objectSchema({ proposals: count, exceptions: count, alerts: count }, [
  'proposals',
  'exceptions',
  'alerts',
])
const error = objectSchema(
  {
    code: { ...string, enum: Object.keys(consoleRefusals) },
    message: string,
    requestId: string,
    roles: { type: 'array', items: string, description: 'Those that may' },
    fields: { type: 'array', items: string, description: 'Those that do not fit' },
  },
  ['code', 'message', 'requestId'],
)

export function consoleOpenApi(): OpenAPIV3_1.Document {
  const door: Door = {
    title: "Agent eKYC portal: the bank's console",
    description: about,
    servers: [{ url: `https://console.bank.example${consoleBase}`, description: "A bank's console" }],
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-console' } },
      schemas: { Counters: counters, Refusal: objectSchema({ error }, ['error']) },
      responses: {
        Refused: {
          description: 'Refused with a code of the list',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
    },
  }
  return openApiDocument(door, consoleCalls, operation)
}

function operation(name: ConsoleCallName): Operation {
  const { method, path, access }: ConsoleCall = consoleCalls[name]
  const { request, answer } = consoleShapes[name]
  const isOpen = access === 'public' || access === 'provider'
  const { properties = {}, required = [] } = toOpenApiSchema(request)
  const inPath = fieldsInPath(path)
  const others = Object.keys(properties).filter(field => !inPath.includes(field))
  const body = objectSchema(
    Object.fromEntries(others.map(field => [field, properties[field] ?? {}])),
    required.filter(field => !inPath.includes(field)),
  )
  const answered = {
    answer: toOpenApiSchema(answer),
    ...(!isOpen && { counters: { $ref: '#/components/schemas/Counters' } }),
  }
  return {
    summary: wordsOf(name),
    description: whoMay(access),
    security: isOpen ? [] : [{ session: [] }],
    parameters: [
      ...inPath.map(field => openApiParameter(request, field, 'path')),
      ...(method === 'POST' ? [] : others.map(field => openApiParameter(request, field, 'query'))),
      ...(method === 'GET' || access === 'provider' ? [] : [consoleHeader]),
      ...(runOnce.includes(name) ? [keyHeader] : []),
    ],
    body: method === 'POST' && others.length > 0 ? { schema: body } : undefined,
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: objectSchema(answered, Object.keys(answered)) } },
      },
      '4XX': { $ref: '#/components/responses/Refused' },
      '5XX': { $ref: '#/components/responses/Refused' },
    },
  }
}

const consoleHeader: OpenAPIV3_1.ParameterObject = {
  name: 'X-Console',
  in: 'header',
  required: true,
  schema: { type: 'string', enum: ['1'] },
}
/** The calls that the server runs once for each key, and refuses without one (handlers/acts.ts). */
const runOnce: readonly ConsoleCallName[] = ['doAct', 'vote', 'withdraw', 'comment', 'proposeAnew']
const keyHeader: OpenAPIV3_1.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', pattern: String.raw`^[\w-]{8,64}$` },
}

function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function whoMay(access: ConsoleCall['access']): string {
  if (access === 'public') return 'For everybody.'
  if (access === 'provider') return "For the bank's identity provider."
  if (access === 'staff') return 'For every person who has signed in.'
  const { does, secondPerson }: Right = rights[access]
  const roles = new Set([
    ...does,
    ...(secondPerson ? [...secondPerson.proposes, ...secondPerson.approves] : []),
  ])
  return `For ${[...roles].join(', ')} (\`${access}\`).`
}
