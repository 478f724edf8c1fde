import { rights, type Right } from '@ekyc/contract/console/acts'
import {
  consoleBase,
  consoleCalls,
  type ConsoleCall,
  type ConsoleCallName,
} from '@ekyc/contract/console/calls'
import { consoleRefusals } from '@ekyc/contract/console/refusals'
import { consoleShapes } from '@ekyc/contract/console/shapes'
import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'

import { objectOf, schemaOf, type Schema } from '../http/open-api/schemas.ts'

const about = `The calls of the bank's console, for its own pages. A good answer is \`{ answer, counters }\`; a refusal is
\`{ error: { code, message, requestId } }\`, with a code of the list below. A person is known by the cookie
\`__Host-console\`. A call that changes something also needs \`Origin\` with the console's own address and the header
\`X-Console: 1\`; an act needs an \`Idempotency-Key\`, and a repeated key gets the first answer.

${Object.entries(consoleRefusals)
  .map(([code, [status, message]]) => `- \`${code}\` (${status}): ${message}`)
  .join('\n')}
`

const string: Schema = { type: 'string' }
const count: Schema = { type: 'integer', minimum: 0 }

export function consoleOpenApi(): OpenAPIV3_1.Document {
  const names = Object.keys(consoleCalls) as ConsoleCallName[]
  const paths: Record<string, OpenAPIV3_1.PathItemObject> = {}
  for (const name of names) {
    const { method, path } = callOf(name)
    const item = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {})
    Object.assign(item, { [method.toLowerCase()]: operation(name) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: "Agent eKYC portal: the bank's console",
      version: '1',
      description: about,
      contact: { name: 'Agent eKYC portal' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `https://console.bank.example${consoleBase}`, description: "A bank's console" }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-console' } },
      schemas: {
        Counters: objectOf({ proposals: count }, ['proposals']),
        Refusal: objectOf(
          {
            error: objectOf(
              {
                code: { ...string, enum: Object.keys(consoleRefusals) },
                message: string,
                requestId: string,
                roles: { type: 'array', items: string, description: 'Those that may' },
                fields: { type: 'array', items: string, description: 'Those that do not fit' },
              },
              ['code', 'message', 'requestId'],
            ),
          },
          ['error'],
        ),
      },
      responses: {
        Refused: {
          description: 'Refused with a code of the list',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
    },
  }
}

function callOf(name: ConsoleCallName): ConsoleCall {
  return consoleCalls[name]
}

function operation(name: ConsoleCallName): OpenAPIV3_1.OperationObject {
  const { method, path, access } = callOf(name)
  const isOpen = access === 'public' || access === 'provider'
  const { properties = {}, required = [] } = schemaOf(consoleShapes[name].request)
  const inPath = Array.from(path.matchAll(/:(\w+)/g), ([, field = '']) => field)
  const others = Object.keys(properties).filter(field => !inPath.includes(field))
  const parameter = (field: string, where: 'path' | 'query'): OpenAPIV3_1.ParameterObject => ({
    name: field,
    in: where,
    required: required.includes(field),
    // The library's type of a parameter comes from OpenAPI 3.0, which allows fewer schemas.
    schema: (properties[field] ?? {}) as OpenAPIV3.SchemaObject,
  })
  const parameters = [
    ...inPath.map(field => parameter(field, 'path')),
    ...(method === 'POST' ? [] : others.map(field => parameter(field, 'query'))),
    ...(method === 'GET' || access === 'provider' ? [] : [consoleHeader]),
    ...(runOnce.includes(name) ? [keyHeader] : []),
  ]
  const body = objectOf(
    Object.fromEntries(others.map(field => [field, properties[field] ?? {}])),
    required.filter(field => !inPath.includes(field)),
  )
  const answer = schemaOf(consoleShapes[name].answer)
  const counters = { $ref: '#/components/schemas/Counters' }
  const answered = isOpen
    ? objectOf({ answer }, ['answer'])
    : objectOf({ answer, counters }, ['answer', 'counters'])
  return {
    operationId: name,
    summary: wordsOf(name),
    description: whoMay(access),
    security: isOpen ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(method === 'POST' &&
      others.length > 0 && {
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
      }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: answered } } },
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
