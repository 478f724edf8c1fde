import { calls, opensSession, type Access, type Call } from '@ekyc/contract/calls'
import { requestExample } from '@ekyc/contract/examples'
import { usualNumbers } from '@ekyc/contract/limits'
import { OtpDetails, shapes } from '@ekyc/contract/shapes'
import { deviceTypes, operatingSystems, roleHeader } from '@ekyc/contract/words'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { TSchema } from 'typebox'

import { callDescriptions, callTags, refusalCodeTable } from '@ekyc/contract/call-descriptions'
import { commonResponses, responsesOfCall } from './call-responses.ts'
import {
  fieldsInPath,
  objectSchema,
  openApiDocument,
  openApiParameter,
  toOpenApiSchema,
  type OpenApiSchema,
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
export function portalOpenApi(
  servers: OpenAPIV3_1.ServerObject[],
  facts: { now: Date; encrypt: (password: string) => string },
): OpenAPIV3_1.Document {
  const tags = Object.entries(callTags).map(([name, description]) => ({ name, description }))
  const door = { title: 'Agent eKYC portal', description: about, servers, tags, components }
  return openApiDocument(door, calls, name => {
    const { access, method, path }: Call = calls[name]
    const { tag, summary, description } = callDescriptions[name]
    const { request } = shapes[name]
    const isPublic = access === 'public'
    return {
      tags: [tag],
      summary,
      description: description + needs(access),
      security: isPublic ? [] : [...(access === 'optional-session' ? [{}] : []), { bearer: [] }],
      parameters: [
        // The only field in a path is a role.
        ...fieldsInPath(path).map(field => ({
          ...openApiParameter(request, field, 'path', "One of the profile's `assignedRoles`"),
          example: 'DBS_AGENT',
        })),
        ...(isPublic ? [] : [parameter('role'), parameter('clientId')]),
        ...(isPublic && !opensSession(name) ? [] : [parameter('dpop')]),
      ],
      ...(method === 'POST' && {
        body: { schema: requestSchema(request), example: requestExample(name, facts) },
      }),
      responses: responsesOfCall(name),
    }
  })
}

function needs(access: Access): string {
  return typeof access === 'string' ? '' : `\n\nNeeds the role DBS_AGENT and ${access.join(' or ')}.`
}

/** `header` and `device` refer to components that only this file describes. */
function requestSchema(schema: TSchema): OpenApiSchema {
  const { properties, ...rest } = toOpenApiSchema(schema)
  return {
    ...rest,
    properties: {
      ...properties,
      header: { $ref: '#/components/schemas/Header' },
      device: { $ref: '#/components/schemas/Device' },
    },
  }
}

function parameter(name: 'role' | 'clientId' | 'dpop'): OpenAPIV3_1.ReferenceObject {
  return { $ref: `#/components/parameters/${name}` }
}

const text = (description: string, ...examples: string[]): OpenApiSchema => ({
  type: 'string',
  description,
  ...(examples.length > 0 && { examples }),
})

const schemas: Record<string, OpenApiSchema> = {
  Header: {
    ...objectSchema({
      msgType: text('What the call is, for logs; nobody is refused for it', 'LOGIN'),
      src: text('Where the call comes from', 'WEB'),
      dst: text('Whom it is for', 'ENT'),
      channel: text('By which channel', 'WEB'),
      requestId: text(
        "The caller's own id of this request: it stands in the log and the audit trail. It may repeat",
      ),
      datetime: text(
        'When the caller sends this, in any readable form; without a zone it is India time. Its India date is the IV ' +
          `of an encrypted password: it must be today's in India, or within ${usualNumbers.cipherMidnightMinutes} minutes of midnight the day across it. ` +
          "Without a readable one the server's date counts.",
        '2026-11-22T10:15:00.000+05:30',
      ),
      traceId: text("The caller's own id of a chain of requests"),
      sessionId: text("The caller's own id of a visit"),
    }),
    description: 'Who asks, and when. Every field may be missing or odd: it is then recorded as absent.',
  },
  Device: {
    ...objectSchema({
      type: text('The kind of device', ...deviceTypes),
      id: text('An id that the caller keeps for this device'),
      os: text('The operating system', ...operatingSystems),
      osVer: text("The operating system's version"),
      ip: text("The caller's address, as it knows it; the server goes by the connection's", '127.0.0.1'),
      browser: text('The browser'),
      location: {
        description: 'Where the device is; the portal never asks for it',
        anyOf: [
          objectSchema({
            type: text('The kind of place', 'Point'),
            coordinates: { type: 'array', items: { type: 'number' }, description: 'Longitude and latitude' },
          }),
          text('Latitude and longitude', '0.00,0.00'),
        ],
      },
    }),
    description: "The agent's device. Every field may be missing or odd: it is then recorded as absent.",
  },
  Done: {
    ...objectSchema({ success: { type: 'boolean', const: true }, displayMsg: { type: 'string' } }, [
      'success',
      'displayMsg',
    ]),
    description: 'The start of an answer to a call that was done',
  },
  OtpDetails: toOpenApiSchema(OtpDetails),
}

const components: OpenAPIV3_1.ComponentsObject = {
  schemas,
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
