import { OtpDetails } from '@ekyc/contract/shapes'
import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'
import type { TSchema } from 'typebox'

export type OpenApiSchema = OpenAPIV3_1.SchemaObject

export type Door = Pick<OpenAPIV3_1.Document, 'servers' | 'tags'> & {
  title: string
  description: string
  components: OpenAPIV3_1.ComponentsObject
}
export type Operation = OpenAPIV3_1.OperationObject & { body?: OpenAPIV3_1.MediaTypeObject | undefined }

export function openApiDocument<Name extends string>(
  { title, description, components, ...serversAndTags }: Door,
  calls: Record<Name, { method: string; path: string }>,
  operationOf: (name: Name) => Operation,
): OpenAPIV3_1.Document {
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
  const info = { title, version: '1', description, contact, license }
  return { openapi: '3.1.0', info, ...serversAndTags, paths, components }
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
  description?: string,
): OpenAPIV3_1.ParameterObject {
  const { properties = {}, required = [] } = toOpenApiSchema(request)
  return {
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    // The library's type of a parameter comes from OpenAPI 3.0, which allows fewer schemas.
    schema: (properties[name] ?? {}) as OpenAPIV3.SchemaObject,
  }
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
