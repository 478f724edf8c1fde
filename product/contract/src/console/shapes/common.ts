import { Type, type TSchema } from 'typebox'

export const id = Type.String({ format: 'uuid' })
/** An ISO text. */
export const moment = Type.String({ format: 'date-time' })

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

export const pageRequest = {
  /** The former answer's `next`: opaque, and good for the same filters and order only. */
  after: Type.Optional(Type.String({ maxLength: 2_000 })),
  limit: Type.Optional(Type.Union([Type.Literal(50), Type.Literal(100), Type.Literal(200)])),
}

/** The answer of a list: one page of it. Without `next` it is the last. */
export function page<Row extends TSchema>(row: Row) {
  return Type.Object({
    rows: Type.Array(row),
    next: Type.Optional(Type.String()),
    /** Counted up to 10,000; beyond, `isAbout` says that there are at least so many. */
    count: Type.Optional(Type.Object({ n: Type.Integer({ minimum: 0 }), isAbout: Type.Boolean() })),
  })
}

/** The answer is a stream of CSV. */
export const csvAnswer = Type.String()
