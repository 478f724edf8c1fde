import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'

import { schemaOf } from './schemas.ts'

type DoorCall = { method: string; path: string }
type Operation = Omit<OpenAPIV3_1.OperationObject, 'operationId' | 'parameters' | 'requestBody'> & {
  parameters: (OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject)[]
  body?: OpenAPIV3_1.MediaTypeObject | undefined
}

/** Returns the OpenAPI 3.1 document of one door's calls. `operationOf` tells the rest of a call by its name. */
export function documentOf<Name extends string>(
  door: Pick<OpenAPIV3_1.Document, 'servers' | 'tags' | 'components'> & {
    title: string
    description: string
  },
  calls: Record<Name, DoorCall>,
  operationOf: (name: Name) => Operation,
): OpenAPIV3_1.Document {
  const { title, description, servers = [], tags, components = {} } = door
  const paths: Record<string, OpenAPIV3_1.PathItemObject> = {}
  for (const name of Object.keys(calls) as Name[]) {
    const { method, path } = calls[name]
    const { parameters, body, responses, ...about } = operationOf(name)
    const item = (paths[documentPath(path)] ??= {})
    const operation: OpenAPIV3_1.OperationObject = {
      operationId: name,
      ...about,
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: { required: true, content: { 'application/json': body } } }),
      ...(responses && { responses }),
    }
    Object.assign(item, { [method.toLowerCase()]: operation })
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description,
      contact: { name: 'Agent eKYC portal' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers,
    ...(tags && { tags }),
    paths,
    components,
  }
}

/** Returns a call's path as OpenAPI writes it. */
export function documentPath(path: string): string {
  return path.replace(/\/$/, '').replace(/:(\w+)/g, '{$1}')
}

export function fieldsInPath(path: string): string[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, field = '']) => field)
}

/** Returns a field of a request as a parameter. */
export function parameterOf(
  request: Parameters<typeof schemaOf>[0],
  name: string,
  place: 'path' | 'query',
  { example, ...about }: { description?: string; example?: string } = {},
): OpenAPIV3_1.ParameterObject {
  const { properties = {}, required = [] } = schemaOf(request)
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
