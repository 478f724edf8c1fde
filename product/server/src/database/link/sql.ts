import { DatabaseError, type CustomTypesConfig } from 'pg'

import * as t from './column-types.ts'

export { t }

export type BoundStatement = {
  /** Each connection prepares the statement once under this name. */
  name?: string
  text: string
  values: unknown[]
  /** With `textRowOptions`, each row of the answer is an array of PostgreSQL's texts. Otherwise it is an object. */
  rowMode?: 'array'
  types?: CustomTypesConfig
  /** The index of a column that must contain this agent's id in each row of the answer. */
  owner?: { at: number; agentId: string } | undefined
}

/** An executor of statements: the pool, which uses any connection, or a transaction, which uses its own connection. */
export type SqlRunner = {
  run(statement: BoundStatement): Promise<unknown[]>
  inTransaction<T>(work: (runner: SqlRunner) => Promise<T>): Promise<T>
  /** Missing outside a transaction, where each statement is a transaction of its own. */
  afterCommit?(tell: () => void): void
}

/** A fragment of a statement, with the types of its parameters. */
export class Sql<Values> {
  readonly parts: readonly Part[]
  /** Never set: the property carries only the TypeScript type. */
  declare readonly values?: Values

  constructor(parts: readonly Part[]) {
    this.parts = parts
  }
}

type Part = string | t.Parameter<string, unknown>
type Piece = t.Parameter<string, unknown> | Sql<unknown>

/** Maps P to a function type, because TypeScript infers the intersection of the arguments of a union of functions. */
type Takes<P> =
  P extends t.Parameter<infer Name, infer Value>
    ? (values: { [N in Name]: null extends Value ? Value | undefined : Value }) => void
    : P extends Sql<infer Values>
      ? (values: Values) => void
      : never
type AllValues<Pieces extends readonly Piece[]> =
  Takes<Pieces[number]> extends (values: infer All) => void ? All : never

export function sql<const Pieces extends readonly Piece[]>(
  strings: TemplateStringsArray,
  ...pieces: Pieces
): Sql<AllValues<Pieces>> {
  const parts = strings.flatMap((string, index) => {
    const piece = pieces[index]
    if (piece === undefined) return [string]
    return piece instanceof Sql ? [string, ...piece.parts] : [string, piece]
  })
  return new Sql(parts)
}

/** Returns a fragment of words that no caller has given. */
export function raw(words: string): Sql<unknown> {
  return new Sql([words])
}

export function columns(row: t.Columns): Sql<unknown> {
  return new Sql([Object.keys(row).map(columnName).join(', ')])
}

/** A result column with the agent's id from the statement's parameters. The row has `...ownerColumn`. */
export const owner = sql`${t.uuid('agentId')}::uuid as owner`
export const ownerColumn = { owner: t.neverNull(t.uuid) }

/**
 * The runner refuses a row with another agent's id, because a connection or a pooler has then given the answer to the
 * wrong statement.
 */
function ownerIndex(
  columnNames: string[],
  parameters: readonly t.Parameter<string, unknown>[],
): number | undefined {
  const at = columnNames.findIndex(name => name === 'owner' || name === 'agent_id')
  return at >= 0 && parameters.some(({ name }) => name === 'agentId') ? at : undefined
}

function columnName(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/** The parts of a declared statement, which a test compares with PostgreSQL's description of the statement. */
export type StatementDeclaration = {
  readonly name: string
  readonly text: string
  readonly parameters: readonly t.Parameter<string, unknown>[]
  readonly columnNames: readonly string[]
  readonly ownerAt: number | undefined
  readonly kinds: readonly t.ColumnType<unknown>[]
}

const declared = new Map<string, StatementDeclaration>()

export function declaredStatements(): StatementDeclaration[] {
  return [...declared.values()]
}

type CallerRow<Row extends t.Columns> = Omit<t.RowOf<Row>, 'owner'>

type Arguments<Values> = keyof Values extends never ? [] : [values: Values]

/** A statement is sent before its call returns, so that concurrent statements run and lock in the order of calls. */
type Statement<Values, Row> = {
  (db: SqlRunner, ...values: Arguments<Values>): Promise<string extends keyof Row ? void : Row[]>
  first(db: SqlRunner, ...values: Arguments<Values>): Promise<Row | undefined>
  /** Returns the only row of a statement that always has one, such as a count. */
  one(db: SqlRunner, ...values: Arguments<Values>): Promise<Row>
}

/** @param row the columns of the result, in the order of the statement */
export function statement<Row extends t.Columns>(name: string, row?: Row) {
  return <const Pieces extends readonly Piece[]>(
    strings: TemplateStringsArray,
    ...pieces: Pieces
  ): Statement<AllValues<Pieces>, CallerRow<Row>> => {
    if (declared.has(name)) throw new Error(`two statements are named ${name}`)
    const readers = Object.entries(row ?? {}).map(([key, { type }]) => [key, t.readerOfType(type)] as const)
    const columnNames = readers.map(([key]) => columnName(key))
    const { text, parameters } = numbered(sql(strings, ...pieces))
    const ownerAt = ownerIndex(columnNames, parameters)
    declared.set(name, {
      name,
      text,
      parameters,
      columnNames,
      ownerAt,
      kinds: Object.values(row ?? {}),
    })

    const all = async (db: SqlRunner, ...[given]: Arguments<AllValues<Pieces>>) => {
      const values = parameters.map(parameter => (given as Record<string, unknown>)[parameter.name])
      const agentId = ownerAt === undefined ? undefined : (given as { agentId?: string | null }).agentId
      const bound = ownerAt !== undefined && agentId ? { at: ownerAt, agentId } : undefined
      const rows = await db.run({ name, text, values, ...t.textRowOptions, owner: bound })
      return rows.map(cells => toRow(readers, cells as (string | null)[]) as CallerRow<Row>)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a statement without columns answers no rows
    return Object.assign(all as Statement<AllValues<Pieces>, CallerRow<Row>>, {
      first: async (...query: Parameters<typeof all>) => (await all(...query))[0],
      async one(...query: Parameters<typeof all>) {
        const [only] = await all(...query)
        if (only === undefined) throw new Error(`${name} answered no row`)
        return only
      },
    })
  }
}

/** An array is cast to its type, because a shard could not infer the type. */
function numbered({ parts }: Sql<unknown>): Pick<StatementDeclaration, 'text' | 'parameters'> {
  const parameters: t.Parameter<string, unknown>[] = []
  return { text: parts.map(textOf).join(''), parameters }

  function textOf(part: Part): string {
    if (typeof part === 'string') return part
    const { type } = part.kind
    return `$${numberOf(part)}${type.endsWith('[]') ? `::${type}` : ''}`
  }

  function numberOf(parameter: t.Parameter<string, unknown>): number {
    const index = parameters.findIndex(({ name }) => name === parameter.name)
    if (index < 0) return parameters.push(parameter)
    const isSame = parameters[index]?.kind.type === parameter.kind.type
    if (!isSame) throw new Error(`the parameter ${parameter.name} has two types`)
    return index + 1
  }
}

function toRow(
  readers: (readonly [key: string, read: (text: string) => unknown])[],
  cells: (string | null)[],
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  readers.forEach(([key, read], index) => {
    const cell = cells[index] ?? null
    if (key !== 'owner') row[key] = cell === null ? null : read(cell)
  })
  return row
}

const notSupported = '0A000'

type Claim<Values extends unknown[], Row> = (db: SqlRunner, ...values: Values) => Promise<Row[]>

/**
 * Returns a claim of rows for one server. `free` skips the rows that another server has locked. Citus refuses such a
 * lock in a statement that asks several shards. There, `any` waits for the other server, and tests each row again.
 */
export function claimWithFallback<Values extends unknown[], Row>(
  free: Claim<Values, Row>,
  any: Claim<Values, Row>,
): Claim<Values, Row> {
  let isRefused = false
  return async (...claim) => {
    if (isRefused) return any(...claim)
    try {
      return await free(...claim)
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === notSupported)) throw error
      isRefused = true
      return any(...claim)
    }
  }
}
