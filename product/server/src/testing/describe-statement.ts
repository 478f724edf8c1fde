import type { Client, Connection, FieldDef, Submittable } from 'pg'

export type StatementDescription = {
  parameters: string[]
  columns: { name: string; type: string; source: 'not null column' | 'nullable column' | 'expression' }[]
}

/** Returns PostgreSQL's description of a statement by the protocol's Parse and Describe, without running it. */
export async function describeStatement(client: Client, text: string): Promise<StatementDescription> {
  const { parameters, fields } = await new Promise<Described>((resolve, reject) =>
    client.query(new Describe(text, resolve, reject)),
  )
  const nameOfType = async (id: number) => {
    const { rows } = await client.query<{ name: string }>('select format_type($1, null) as name', [id])
    return rows[0]?.name ?? 'unknown'
  }
  const columns: StatementDescription['columns'] = []
  for (const { name, dataTypeID, tableID, columnID } of fields) {
    const { rows } = await client.query<{ isNotNull: boolean }>(
      'select attnotnull as "isNotNull" from pg_attribute where attrelid = $1 and attnum = $2',
      [tableID, columnID],
    )
    const source = !rows[0] ? 'expression' : rows[0].isNotNull ? 'not null column' : 'nullable column'
    columns.push({ name, type: await nameOfType(dataTypeID), source })
  }
  const types: string[] = []
  for (const id of parameters) types.push(await nameOfType(id))
  return { parameters: types, columns }
}

type Described = { parameters: number[]; fields: FieldDef[] }

/** The callbacks that `pg` calls on the answers to one request. */
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
