import type { TSchema } from 'typebox'

/**
 * A handler may return such an answer, from which `shapeAnswer` makes the answer of its call. It may have a Date for a
 * text, null for a field that the answer leaves out, and further fields.
 */
export type UnshapedAnswer<Answer> = Answer extends readonly (infer Item)[]
  ? readonly UnshapedAnswer<Item>[]
  : Answer extends object
    ? {
        [Field in keyof Answer]:
          | UnshapedAnswer<Answer[Field]>
          | (object extends Pick<Answer, Field> ? null | undefined : never)
      }
    : string extends Answer
      ? Answer | Date
      : Answer

type AnyShape = {
  properties?: Record<string, TSchema>
  required?: readonly string[]
  items?: TSchema
  anyOf?: readonly (TSchema & { type?: string })[]
}

/** The answer has no field that the shape lacks, so that a handler may return a whole row. */
export function shapeAnswer(shape: TSchema, sent: unknown): unknown {
  const { properties, required = [], items, anyOf = [] }: AnyShape = shape
  const [member, another] = anyOf.filter(({ type }) => type !== 'null')
  if (member) return sent === null || another ? sent : shapeAnswer(member, sent)
  if (items && Array.isArray(sent)) return sent.map(one => shapeAnswer(items, one))
  if (!properties) return sent
  const row = Object(sent) as Record<string, unknown>
  const fields = Object.entries(properties).filter(
    ([field]) => required.includes(field) || (row[field] !== null && row[field] !== undefined),
  )
  return Object.fromEntries(fields.map(([field, of]) => [field, shapeAnswer(of, row[field])]))
}
