import * as fc from 'fast-check'
import type { OpenAPIV3_1 } from 'openapi-types'

import type { SeededRandom } from '../fixed/seeded-random.ts'

export type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  type?: string
  maxLength?: number
  minLength?: number
  maximum?: number
  minimum?: number
  enum?: unknown[]
}

export const oddKinds = ['type', 'edge', 'unicode', 'huge', 'missing', 'doubled', 'odd', 'foreign'] as const
export type OddKind = (typeof oddKinds)[number]

/** Lists the fields of a body with their schemas. A field of an object in the body has a path: `/credential/id`. */
export function fieldsOf(
  schema: Schema,
  document: OpenAPIV3_1.Document,
  field = '',
): [field: string, schema: Schema][] {
  const named = schema.$ref?.split('/').at(-1)
  if (named !== undefined)
    return fieldsOf((document.components?.schemas?.[named] ?? {}) as Schema, document, field)
  const inner = [schema, ...(schema.anyOf ?? [])].flatMap(one =>
    Object.entries(one.properties ?? {}).flatMap(([name, part]) =>
      fieldsOf(part, document, `${field}/${name}`),
    ),
  )
  return field === '' ? inner : [[field, schema], ...inner]
}

/**
 * Makes odd values for the fields of a request.
 * @param options.foreign returns values that belong to somebody else
 */
export function createOddInputs(options: { random: SeededRandom; seed: number; foreign: () => string[] }) {
  const { random, foreign } = options
  const oddValues = fc.sample(
    fc.oneof(
      nested,
      fc.jsonValue({ maxDepth: 4 }),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.dictionary(keys, fc.jsonValue()),
    ),
    { numRuns: 500, seed: options.seed },
  )

  return {
    /** Returns the body as JSON with one odd field. */
    payload(body: Record<string, unknown>, kind: OddKind, field: string, schema: Schema): string {
      const path = field.split('/').slice(1)
      const last = path.pop() ?? ''
      let parent = body
      for (const name of path) {
        const inner = parent[name]
        parent = (typeof inner === 'object' && inner !== null ? inner : (parent[name] = {})) as Record<
          string,
          unknown
        >
      }
      if (kind === 'missing') delete parent[last]
      else if (kind === 'doubled') {
        // If an object has a key twice, the last value counts.
        parent[`${last}${twin}`] = random.pick([...foreign(), null, {}])
      } else parent[last] = valueOf(kind, schema)
      return JSON.stringify(body).replaceAll(twin, '')
    },
  }

  function valueOf(kind: OddKind, schema: Schema): unknown {
    if (kind === 'type') return random.pick([null, true, 17, -0.5, [], {}, ['x'], [[]], 'text', { a: 1 }])
    if (kind === 'unicode') return random.pick(oddStrings)
    if (kind === 'huge') return random.pick([...hugeValues])
    if (kind === 'foreign') return random.pick(foreign())
    if (kind === 'odd') return random.pick(oddValues)
    const { maxLength, minLength, maximum, minimum } = schema
    const lengths = [maxLength, minLength].flatMap(length =>
      length === undefined ? [] : [length - 1, length, length + 1],
    )
    const bounds = [maximum, minimum].flatMap(bound =>
      bound === undefined ? [] : [bound - 1, bound, bound + 1, bound + 0.5],
    )
    const edges = [
      ...lengths.map(length => '9'.repeat(Math.max(0, length))),
      ...bounds,
      ...(schema.enum ?? []),
    ]
    return random.pick(edges.length > 0 ? edges : oddDates)
  }
}

const twin = '-the-second-one'

const oddStrings = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uDFFF\uD800',
  '९०००००००००',
  '９９９９９９９９９９',
  '9700000001\n',
  "' or 1=1 --",
  '"; drop table agents; --',
  '$1',
  '%',
  '\\',
  '\r\nSet-Cookie: a=b',
  '{{7*7}}',
  '${jndi:ldap://x}',
  '__proto__',
  '====',
  'QQ==\n',
  '\u202E\uFEFF\u200B',
  '🙂'.repeat(33),
  'e\u0301'.repeat(64),
  '\u{10FFFF}',
]
const hugeValues = [
  'x'.repeat(60_000),
  'AAAA'.repeat(50_000),
  '9'.repeat(400),
  1e308,
  -1e308,
  2 ** 63,
  2 ** 53 + 1,
  8.64e15 + 1,
  Array.from({ length: 2_000 }, () => 0),
  Object.fromEntries(Array.from({ length: 1_500 }, (_, key) => [`k${key}`, 0])),
]
const oddYears = '0000 0001 1582 1900 1970 2037 9999 10000 +275760 -271821 -000001'.split(' ')
const oddDates = oddYears.flatMap(year =>
  ['-01-01', '-02-29', '-12-31T23:59:60Z', '-12-31T24:00:00+23:59', '-13-01T00:00:00'].map(
    rest => `${year}${rest}`,
  ),
)
const nested = fc.integer({ min: 1, max: 60 }).map(levels => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
})
const keys = fc.constantFrom('__proto__', 'constructor', 'toString', 'length', '')
