export type Parameter<Name extends string, Value> = {
  readonly name: Name
  readonly kind: Kind<Value>
}

/** The source of a column's values, which tells whether PostgreSQL can return a null. */
type Origin =
  /** A column of a table. The column is `not null` unless the kind is nullable. */
  | 'column'
  /** An expression that is never null, or a nullable column whose nulls the statement excludes. */
  | 'never-null'

/**
 * A PostgreSQL type with the TypeScript type of its values. A kind declares a result column, and a call of the kind
 * with a name returns a parameter. `statements.test.ts` compares every declaration with PostgreSQL's description of the
 * statement.
 */
export type Kind<Value> = {
  <Name extends string>(name: Name): Parameter<Name, Value>
  readonly type: string
  readonly isNullable: boolean
  readonly origin: Origin
  /** The allowed values of a text column, or undefined if any text is allowed. */
  readonly words: readonly string[] | undefined
  /** Never set: the property carries only the TypeScript type. */
  readonly value?: Value
}

export type Columns = Record<string, Kind<unknown>>
export type RowOf<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Kind<infer Value> ? Value : never
}

export const boolean = kind<boolean>('boolean')
export const integer = kind<number>('integer')
/** A 64-bit integer. All its values in this product are below 2⁵³, the limit of exact JavaScript numbers. */
export const bigint = kind<number>('bigint')
export const bigints = kind<number[]>('bigint[]')
export const text = kind<string>('text')
export const uuid = kind<string>('uuid')
export const uuids = kind<string[]>('uuid[]')
export const bytes = kind<Uint8Array>('bytea')
export const bytesArray = kind<Uint8Array[]>('bytea[]')
export const json = kind<string>('jsonb')
export const moment = kind<Date>('timestamp with time zone')
export const moments = kind<(Date | null)[]>('timestamp with time zone[]')
/** A date as YYYY-MM-DD. */
export const day = kind<string>('date')

/** Returns the kind of a text column whose CHECK constraint allows at least the given words. */
export function oneOf<const Words extends readonly string[]>(words: Words): Kind<Words[number]> {
  return kind('text', { words })
}

/** Returns the kind of a text column whose values only this server restricts. */
export function textOf<Value extends string>(): Kind<Value> {
  return kind('text')
}

/** Returns the kind of a result column with JSON that this server wrote. */
export function jsonOf<Value>(): Kind<Value> {
  return kind('jsonb')
}

export function textsOf<Value extends string>(): Kind<Value[]> {
  return kind('text[]')
}

export function nullable<Value>({ type, origin, words }: Kind<Value>): Kind<Value | null> {
  return kind(type, { isNullable: true, origin, words })
}

export function neverNull<Value>({ type, words }: Kind<Value>): Kind<Value> {
  return kind(type, { origin: 'never-null', words })
}

type Facts = Partial<Pick<Kind<unknown>, 'isNullable' | 'origin' | 'words'>>

function kind<Value>(
  type: string,
  { isNullable = false, origin = 'column', words }: Facts = {},
): Kind<Value> {
  const itself: Kind<Value> = Object.assign(
    <Name extends string>(name: Name): Parameter<Name, Value> => ({ name, kind: itself }),
    { type, isNullable, origin, words },
  )
  return itself
}
