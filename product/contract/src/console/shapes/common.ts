import { Type, type TSchema } from 'typebox'

export const id = Type.String({ format: 'uuid' })
export const count = Type.Integer({ minimum: 0 })
export const moment = Type.String({ format: 'date-time' })
/** A date-time of a request. JavaScript reads no leap second, and PostgreSQL no year 0. */
export const readableMoment = Type.String({
  format: 'date-time',
  pattern: String.raw`^[1-9]\d{3}-.*:[0-5]\d(\.\d+)?(Z|[+-]\d{2}:\d{2})$`,
})

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** The name is null after the agent was erased. */
export const agentName = Type.Object({ id, name: nullable(Type.String()) })

/** False leaves out the rows of people who only looked at something. */
export const looks = Type.Optional(Type.Boolean())

export const limit = Type.Optional(Type.Union([Type.Literal(50), Type.Literal(100), Type.Literal(200)]))

export const pageRequest = {
  /** The `next` of the previous answer, for the same filters and the same sort order. */
  after: Type.Optional(Type.String({ maxLength: 2_000 })),
  limit,
}

/** Returns the shape of one page of a list. Only the last page has no `next`. */
export function page<Row extends TSchema>(row: Row) {
  return Type.Object({
    rows: Type.Array(row),
    next: Type.Optional(Type.String()),
    /** The number of rows, counted up to 10,000. If `isAbout` is true, there are at least `n` rows. */
    count: Type.Optional(Type.Object({ n: count, isAbout: Type.Boolean() })),
  })
}

export const csvAnswer = Type.String()
