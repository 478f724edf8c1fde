import { types as pgTypes, type CustomTypesConfig } from 'pg'

export type Parameter<Name extends string, Value> = {
  readonly name: Name
  readonly kind: ColumnType<Value>
}

/** The source of a column's values, which tells whether PostgreSQL can return a null. */
type ColumnSource =
  /** A column of a table. The column is `not null` unless the kind is nullable. */
  | 'column'
  /** An expression that is never null, or a nullable column whose nulls the statement excludes. */
  | 'never-null'

/**
 * A PostgreSQL type with the TypeScript type of its values. A kind declares a result column, and a call of the kind
 * with a name returns a parameter. `statements.test.ts` compares every declaration with PostgreSQL's description of the
 * statement.
 */
export type ColumnType<Value> = {
  <Name extends string>(name: Name): Parameter<Name, Value>
  readonly type: string
  readonly isNullable: boolean
  readonly origin: ColumnSource
  /** The allowed values of a text column, or undefined if any text is allowed. */
  readonly words: readonly string[] | undefined
  /** Never set: the property carries only the TypeScript type. */
  readonly value?: Value
}

export type Columns = Record<string, ColumnType<unknown>>
export type RowOf<C extends Columns> = {
  [Name in keyof C]: C[Name] extends ColumnType<infer Value> ? Value : never
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
export function oneOf<const Words extends readonly string[]>(words: Words): ColumnType<Words[number]> {
  return kind('text', { words })
}

/** Returns the kind of a text column whose values only this server restricts. */
export function textOf<Value extends string>(): ColumnType<Value> {
  return kind('text')
}

/** Returns the kind of a column with JSON that this server writes. As a parameter, an array must be a text of JSON. */
export function jsonOf<Value>(): ColumnType<Value> {
  return kind('jsonb')
}

export function textsOf<Value extends string>(): ColumnType<Value[]> {
  return kind('text[]')
}

export function nullable<Value>({ type, origin, words }: ColumnType<Value>): ColumnType<Value | null> {
  return kind(type, { isNullable: true, origin, words })
}

export function neverNull<Value>({ type, words }: ColumnType<Value>): ColumnType<Value> {
  return kind(type, { origin: 'never-null', words })
}

type Facts = Partial<Pick<ColumnType<unknown>, 'isNullable' | 'origin' | 'words'>>

function kind<Value>(
  type: string,
  { isNullable = false, origin = 'column', words }: Facts = {},
): ColumnType<Value> {
  const itself: ColumnType<Value> = Object.assign(
    <Name extends string>(name: Name): Parameter<Name, Value> => ({ name, kind: itself }),
    { type, isNullable, origin, words },
  )
  return itself
}

/** A 64-bit integer is below 2⁵³ in every table. A date has no time zone and stays text. */
const parsers = new Map<number, (text: string) => unknown>([
  [pgTypes.builtins.TIMESTAMPTZ, value => new Date(value)],
  [pgTypes.builtins.DATE, value => value],
  [pgTypes.builtins.INT8, Number],
])
export const typeParsers: CustomTypesConfig = {
  getTypeParser: (id, format) => parsers.get(id) ?? pgTypes.getTypeParser(id, format),
}

/**
 * The options of a query whose rows are arrays of PostgreSQL's texts. The kinds that a statement declares parse them,
 * since `pg` would look up a parser for every column of every answer.
 */
export const textRowOptions = { rowMode: 'array' as const, types: { getTypeParser: () => same } }

function same(value: string): string {
  return value
}

const ids: Record<string, number> = {
  boolean: pgTypes.builtins.BOOL,
  integer: pgTypes.builtins.INT4,
  bigint: pgTypes.builtins.INT8,
  'bigint[]': 1016,
  text: pgTypes.builtins.TEXT,
  'text[]': 1009,
  uuid: pgTypes.builtins.UUID,
  'uuid[]': 2951,
  bytea: pgTypes.builtins.BYTEA,
  'bytea[]': 1001,
  jsonb: pgTypes.builtins.JSONB,
  date: pgTypes.builtins.DATE,
  'timestamp with time zone': pgTypes.builtins.TIMESTAMPTZ,
  'timestamp with time zone[]': 1185,
}

export function readerOfType(type: string): (text: string) => unknown {
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum of `pg` lists no types of arrays
  return typeParsers.getTypeParser(ids[type] ?? pgTypes.builtins.TEXT, 'text')
}
