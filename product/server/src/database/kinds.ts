/** A parameter at its position in a statement. */
export type Parameter<Name extends string, Value> = {
  readonly name: Name
  readonly kind: Kind<Value>
}

/** PostgreSQL's facts about a column, besides its type. */
type Origin =
  /** A column of a table; `not null` unless the kind is nullable. */
  | 'column'
  /** An expression that is never null, or a nullable column whose nulls the statement excludes. */
  | 'never-null'

/**
 * A PostgreSQL type and the TypeScript type of its values. A kind declares a result column; called with a name, it
 * makes a parameter. `statements.test.ts` compares every declaration with PostgreSQL's description.
 */
export type Kind<Value> = {
  <Name extends string>(name: Name): Parameter<Name, Value>
  readonly type: string
  readonly isNullable: boolean
  readonly origin: Origin
  /** The allowed words, if the text has a closed list of them. */
  readonly words: readonly string[] | undefined
  /** Carries only the TypeScript type. */
  readonly value?: Value
}

export type Columns = Record<string, Kind<unknown>>
export type RowOf<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Kind<infer Value> ? Value : never
}

export const boolean = kind<boolean>('boolean')
export const integer = kind<number>('integer')
/** PostgreSQL's 64 bits; the product's numbers stay below 2⁵³. */
export const bigint = kind<number>('bigint')
export const bigints = kind<number[]>('bigint[]')
export const text = kind<string>('text')
export const uuid = kind<string>('uuid')
export const uuids = kind<string[]>('uuid[]')
export const bytes = kind<Uint8Array>('bytea')
export const bytesArray = kind<Uint8Array[]>('bytea[]')
/** Sends a value as JSON text, in parameters only. */
export const json = kind<string>('jsonb')
export const moment = kind<Date>('timestamp with time zone')
export const moments = kind<(Date | null)[]>('timestamp with time zone[]')
/** YYYY-MM-DD */
export const day = kind<string>('date')

/** A text column whose CHECK constraint allows these words; a statement may name fewer of them. */
export function oneOf<const Words extends readonly string[]>(words: Words): Kind<Words[number]> {
  return kind('text', { words })
}

/** A text column whose words only this server restricts. */
export function textOf<Value extends string>(): Kind<Value> {
  return kind('text')
}

/** A JSON column that this server wrote; for results only. */
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
