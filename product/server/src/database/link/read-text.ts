import { types as pgTypes, type CustomTypesConfig } from 'pg'

/**
 * The parsers of three PostgreSQL types. A timestamp becomes a Date. A 64-bit integer, which is below 2⁵³ in every
 * table, becomes a number. A date has no time zone and stays text.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [pgTypes.builtins.TIMESTAMPTZ, text => new Date(text)],
  [pgTypes.builtins.DATE, text => text],
  [pgTypes.builtins.INT8, Number],
])
export const types: CustomTypesConfig = {
  getTypeParser: (id, format) => parsers.get(id) ?? pgTypes.getTypeParser(id, format),
}

/**
 * The options of a query whose rows are arrays of PostgreSQL's texts. The kinds that a statement declares parse them,
 * since `pg` would look up a parser for every column of every answer.
 */
export const asTexts = { rowMode: 'array' as const, types: { getTypeParser: () => same } }

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

export function readerOf(type: string): (text: string) => unknown {
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum of `pg` lists no types of arrays
  const read = types.getTypeParser(ids[type] ?? pgTypes.builtins.TEXT, 'text')
  if (type !== 'text[]') return read
  return list => (plainWords.test(list) ? list.slice(1, -1).split(',') : read(list))
}

/** Matches the text of an array of plain words. NULL is excluded, because PostgreSQL writes it like a plain word. */
const plainWords = /^\{(?!.*\bNULL\b)\w+(,\w+)*\}$/
