import { calls, opensSession, type Call, type CallName } from '@ekyc/contract/calls'
import { requestExample } from '@ekyc/contract/examples'
import { shapes } from '@ekyc/contract/shapes'
import { roleHeader } from '@ekyc/contract/words'
import type { OpenAPIV3_1 } from 'openapi-types'

import { responsesOfCall, commonResponses } from './call-responses.ts'
import { callDescriptions, refusalCodeTable, callTags } from './call-descriptions.ts'
import {
  componentSchemas,
  openApiDocument,
  fieldsInPath,
  openApiParameter,
  requestSchema,
} from './document.ts'

const about = `The ten calls of the portal, and additions that no client needs. Every answer carries
\`response: { success, displayMsg, code? }\`: \`displayMsg\` is for the agent, \`code\`, from a closed list, for
programs. A path is the same with and without its final slash; unknown fields are ignored. What is no well-formed HTTP
is answered in the same envelope with 400, 404, 405, 408, 414, 417 or 431.

To try the calls in the sandbox: **user/check**, then **user/login/password**, then put the token into *Authorize*. The
password travels encrypted, AES-128-CBC and base64, and only with the India date that \`header.datetime\` names. The
examples of a running sandbox hold for its today; this makes the password of today for the demo agent 9000000001:

    day=$(TZ=Asia/Kolkata date +%Y%m%d)
    printf %s 'Agent@2026' | openssl enc -aes-128-cbc -base64 \\
      -K $(printf %s 9000000001000000 | od -An -tx1 | tr -d ' \\n') \\
      -iv $(printf %s $day$day | od -An -tx1 | tr -d ' \\n')

The codes, each with its text or an example of it:

${refusalCodeTable}
`

/** `now` and `encrypt` make the time and the password of the examples. */
export function portalOpenApi(options: {
  now: Date
  servers: OpenAPIV3_1.ServerObject[]
  encrypt: (password: string) => string
}): OpenAPIV3_1.Document {
  const { servers, ...facts } = options
  const door = {
    title: 'Agent eKYC portal',
    description: about,
    servers,
    tags: Object.entries(callTags).map(([name, description]) => ({ name, description })),
    components,
  }
  return openApiDocument(door, calls, name => {
    const call: Call = calls[name]
    const { tag, summary, description } = callDescriptions[name]
    return {
      tags: [tag],
      summary,
      description: `${description}${needs(call)}`,
      security: securityOf(call),
      parameters: [
        ...pathParameters(name),
        ...(call.access === 'public' ? [] : [parameter('role'), parameter('clientId')]),
        ...(call.access === 'public' && !opensSession(name) ? [] : [parameter('dpop')]),
      ],
      ...(call.method === 'POST' && {
        body: { schema: requestSchema(shapes[name].request), example: requestExample(name, facts) },
      }),
      responses: responsesOfCall(name),
    }
  })
}

const components: OpenAPIV3_1.ComponentsObject = {
  schemas: componentSchemas,
  responses: commonResponses,
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The token of user/login/password' },
  },
  headers: {
    RetryAfter: {
      description: 'Seconds to wait before the next try',
      required: true,
      schema: { type: 'integer', minimum: 1 },
    },
  },
  parameters: {
    role: {
      name: 'role',
      in: 'header',
      description: 'May be absent; another value is refused. It grants nothing.',
      schema: { type: 'string', enum: [roleHeader] },
    },
    clientId: {
      name: 'client-id',
      in: 'header',
      description: "May be absent; a number that is not the token owner's is refused.",
      schema: { type: 'string' },
      example: '9000000001',
    },
    dpop: {
      name: 'DPoP',
      in: 'header',
      description:
        'A proof of RFC 9449 by ES256, new for each call. Only a session whose log-in carried a proof needs it, or ' +
        'every session where the bank demands it. Beside `Authorization: Bearer`.',
      schema: { type: 'string' },
    },
  },
}

function parameter(name: 'role' | 'clientId' | 'dpop'): OpenAPIV3_1.ReferenceObject {
  return { $ref: `#/components/parameters/${name}` }
}

function pathParameters(name: CallName): OpenAPIV3_1.ParameterObject[] {
  const role = { description: "One of the profile's `assignedRoles`", example: 'DBS_AGENT' }
  return fieldsInPath(calls[name].path).map(field =>
    openApiParameter(shapes[name].request, field, 'path', role),
  )
}

function needs({ access }: Call): string {
  if (typeof access === 'string') return ''
  return `\n\nNeeds the role DBS_AGENT and ${access.join(' or ')}.`
}

function securityOf({ access }: Call): OpenAPIV3_1.SecurityRequirementObject[] {
  if (access === 'public') return []
  return access === 'optional-session' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}
