import { usualNumbers } from '@ekyc/contract/limits'
import { OtpDetails } from '@ekyc/contract/shapes'
import { deviceTypes, operatingSystems } from '@ekyc/contract/words'
import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'
import type { TSchema } from 'typebox'

type Operation = OpenAPIV3_1.OperationObject & { body?: OpenAPIV3_1.MediaTypeObject | undefined }

export function openApiDocument<Name extends string>(
  door: { title: string; description: string } & Partial<OpenAPIV3_1.Document>,
  calls: Record<Name, { method: string; path: string }>,
  operationOf: (name: Name) => Operation,
): OpenAPIV3_1.Document {
  const { title, description, servers = [], tags, components = {} } = door
  const paths: Record<string, OpenAPIV3_1.PathItemObject> = {}
  for (const name of Object.keys(calls) as Name[]) {
    const { method, path } = calls[name]
    const { parameters = [], body, responses, ...about } = operationOf(name)
    const operation = {
      operationId: name,
      ...about,
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: { required: true, content: { 'application/json': body } } }),
      responses,
    }
    Object.assign((paths[openApiPath(path)] ??= {}), { [method.toLowerCase()]: operation })
  }
  const contact = { name: 'Agent eKYC portal' }
  const license = { name: 'MIT', identifier: 'MIT' }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description, contact, license },
    servers,
    ...(tags && { tags }),
    paths,
    components,
  }
}

export function openApiPath(path: string): string {
  return path.replace(/\/$/, '').replace(/:(\w+)/g, '{$1}')
}

export function fieldsInPath(path: string): string[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, field = '']) => field)
}

export function openApiParameter(
  request: TSchema,
  name: string,
  place: 'path' | 'query',
  { example, ...about }: { description?: string; example?: string } = {},
): OpenAPIV3_1.ParameterObject {
  const { properties = {}, required = [] } = toOpenApiSchema(request)
  return {
    name,
    in: place,
    required: required.includes(name),
    ...about,
    // The library's type of a parameter comes from OpenAPI 3.0, which allows fewer schemas.
    schema: (properties[name] ?? {}) as OpenAPIV3.SchemaObject,
    ...(example !== undefined && { example }),
  }
}

export type OpenApiSchema = OpenAPIV3_1.SchemaObject

const text = (description: string, ...examples: string[]): OpenApiSchema => ({
  type: 'string',
  description,
  ...(examples.length > 0 && { examples }),
})

export const componentSchemas: Record<string, OpenApiSchema> = {
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

export function objectSchema(
  properties: Record<string, OpenApiSchema | OpenAPIV3_1.ReferenceObject>,
  required?: string[],
): OpenApiSchema {
  return { type: 'object', properties, ...(required && { required }) }
}

/** TypeBox schemas are JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function toOpenApiSchema(schema: TSchema): OpenApiSchema {
  const written = JSON.stringify(schema, (key, value: unknown) =>
    key !== '' && value === OtpDetails ? { $ref: '#/components/schemas/OtpDetails' } : value,
  )
  return JSON.parse(written) as OpenApiSchema
}

/** `header` and `device` refer to components that only this file describes. */
export function requestSchema(schema: TSchema): OpenApiSchema {
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
