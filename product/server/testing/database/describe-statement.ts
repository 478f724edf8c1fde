import type { Client, Connection, FieldDef, Submittable } from 'pg'

/** A column of a table. `words` has the values that its CHECK constraint allows, or is undefined without one. */
type TableColumn = { isNotNull: boolean; words: string[] | undefined }

type StatementDescription = {
  parameters: string[]
  /** `source` is the table's column in the form table.name, or undefined for an expression. */
  columns: { name: string; type: string; source: string | undefined }[]
}

/** Reads PostgreSQL's catalogue once. Returns the columns of all tables, and a function that describes statements. */
export async function openCatalogue(client: Client) {
  const types = await client.query<{ id: number; name: string }>(
    'select oid::int as id, format_type(oid, null) as name from pg_type',
  )
  const typeNames = new Map(types.rows.map(({ id, name }) => [id, name]))
  // The constraints of a partitioned table may exist only on its partitions.
  const { rows } = await client.query<{
    id: string
    name: string
    isNotNull: boolean
    checks: string[]
  }>(
    `select attrelid || ' ' || attnum as id, attrelid::regclass || '.' || attname as name, attnotnull as "isNotNull",
       array(select distinct pg_get_constraintdef(c.oid) from pg_constraint c
         join pg_attribute own on own.attrelid = conrelid and own.attname = a.attname
         where contype = 'c' and conkey = array[own.attnum] and (conrelid = a.attrelid
           or conrelid in (select inhrelid from pg_inherits where inhparent = a.attrelid))) as checks
     from pg_attribute a where attnum > 0 and not attisdropped`,
  )
  const sources = new Map(rows.map(({ id, name }) => [id, name]))
  const columns = new Map<string, TableColumn>(
    rows.map(({ name, isNotNull, checks }) => [name, { isNotNull, words: wordsIn(checks) }]),
  )
  return { columns, describe }

  /** Describes a statement by the protocol's messages Parse and Describe, without running the statement. */
  async function describe(text: string): Promise<StatementDescription> {
    const { parameters, fields } = await new Promise<Described>((resolve, reject) =>
      client.query(new Describe(text, resolve, reject)),
    )
    return {
      parameters: parameters.map(typeName),
      columns: fields.map(({ name, dataTypeID, tableID, columnID }) => ({
        name,
        type: typeName(dataTypeID),
        source: sources.get(`${tableID} ${columnID}`),
      })),
    }
  }

  function typeName(id: number): string {
    return typeNames.get(id) ?? 'unknown'
  }
}

function wordsIn(checks: string[]): string[] | undefined {
  const lists = checks.flatMap(check => /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1] ?? [])
  if (lists.length === 0) return undefined
  return lists.flatMap(words => [...words.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)).toSorted()
}

type Described = { parameters: number[]; fields: FieldDef[] }

/** Sends one Parse and Describe request. The handlers are the callbacks that `pg` calls with PostgreSQL's answers. */
class Describe implements Submittable {
  readonly #text: string
  readonly #resolve: (described: Described) => void
  readonly #described: Described = { parameters: [], fields: [] }
  readonly handleError: (error: Error) => void

  constructor(text: string, resolve: (described: Described) => void, reject: (error: Error) => void) {
    this.#text = text
    this.#resolve = resolve
    this.handleError = reject
  }

  submit(connection: Connection): void {
    connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#described.parameters = dataTypeIDs
    })
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#described.fields = fields
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#described)
  }
}
