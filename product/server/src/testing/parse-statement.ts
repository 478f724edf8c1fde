import { parse } from 'libpg-query'

/** A place in a statement where a table is read, locked or written. */
export type TableUse = {
  table: string
  /** The parameters to which columns must be equal, by the name of the column. */
  parameters: ReadonlyMap<string, number>
  isNested: boolean
  isLocked: boolean
  /** A subquery has the use and names a table of a query around it. */
  isCorrelated: boolean
}

export type ParsedStatement = {
  uses: TableUse[]
  /** The numbers of the parameters that stand somewhere without a cast. */
  withoutCast: ReadonlySet<number>
  conflict: { hasParameter: boolean; hasSubscript: boolean; isOfSelect: boolean }
}

/** Parses a statement with PostgreSQL's own parser. */
export async function parseStatement(text: string): Promise<ParsedStatement> {
  const { stmts } = await parse(text)
  const insert = nodes(stmts, 'InsertStmt')[0] ?? {}
  const conflict = insert['onConflictClause']
  const cast = nodes(stmts, 'TypeCast').map(({ arg }) => numberOf(arg))
  const all = nodes(stmts, 'ParamRef').map(({ number }) => Number(number))
  const count = (numbers: unknown[], number: number) => numbers.filter(one => one === number).length
  return {
    uses: queriesIn(stmts).flatMap(query => usesIn(query, { tables: [], results: [], depth: 0 })),
    withoutCast: new Set(all.filter(number => count(all, number) > count(cast, number))),
    conflict: {
      hasParameter: nodes(conflict, 'ParamRef').length > 0,
      hasSubscript: nodes(conflict, 'A_Indirection').length > 0,
      isOfSelect: sourceOf(insert)['valuesLists'] === undefined,
    },
  }
}

type Tree = { readonly [field: string]: unknown }

/** @param around the tables, and the results of `with`, of the queries around this one */
function usesIn(query: Tree, around: { tables: string[]; results: string[]; depth: number }): TableUse[] {
  const results = [
    ...around.results,
    ...nodes(query['withClause'], 'CommonTableExpr').map(one => stringOf(one['ctename'])),
  ]
  const tables = tablesOf(query).filter(({ name }) => !results.includes(name))
  const isCorrelated = nodes(query, 'ColumnRef', 'outside of subqueries')
    .map(columnOf)
    .some(({ table }) => around.tables.includes(table) && !tables.some(({ alias }) => alias === table))
  const isLocked = query['lockingClause'] !== undefined
  const ownUses = tables.map(({ name, alias }) => ({
    table: name,
    parameters: parametersOf(query, tables.length === 1 ? ['', alias] : [alias]),
    isNested: around.depth > 0,
    isLocked,
    isCorrelated,
  }))
  const inner = {
    tables: [...around.tables, ...tables.map(({ alias }) => alias)],
    results,
    depth: around.depth + 1,
  }
  return [...ownUses, ...queriesIn(query).flatMap(nested => usesIn(nested, inner))]
}

function tablesOf(query: Tree): { name: string; alias: string }[] {
  const readTables = nodes([query['fromClause'], query['usingClause']], 'RangeVar', 'outside of subqueries')
  return [tree(query['relation']), ...readTables]
    .filter(({ relname }) => relname !== undefined)
    .map(({ relname, alias }) => ({
      name: stringOf(relname),
      alias: stringOf(tree(alias)['aliasname'] ?? relname),
    }))
}

/** Finds the parameters that a condition on every row, or the inserted row, gives to the columns of a table. */
function parametersOf(query: Tree, aliases: string[]): Map<string, number> {
  const parameters = new Map<string, number>()
  const joins = nodes(query['fromClause'], 'JoinExpr', 'outside of subqueries')
  for (const { lexpr, rexpr } of [query['whereClause'], ...joins.map(({ quals }) => quals)].flatMap(
    equationsOf,
  )) {
    const { table, name } = columnOf(tree(tree(lexpr)['ColumnRef'] ?? tree(rexpr)['ColumnRef']))
    const number = numberOf(lexpr) ?? numberOf(rexpr)
    if (number !== undefined && aliases.includes(table)) parameters.set(name, number)
  }
  const { valuesLists, targetList } = sourceOf(query)
  const [only, ...others] = list(valuesLists)
  const row = only
    ? list(tree(tree(others.length === 0 ? only : {})['List'])['items'])
    : nodes(targetList, 'ResTarget', 'outside of subqueries').map(({ val }) => val)
  list(query['cols']).forEach((column, index) => {
    const number = numberOf(row[index])
    if (number !== undefined) parameters.set(stringOf(tree(tree(column)['ResTarget'])['name']), number)
  })
  return parameters
}

function equationsOf(condition: unknown): Tree[] {
  const { BoolExpr: bool, A_Expr: expression } = tree(condition)
  if (tree(bool)['boolop'] === 'AND_EXPR') return list(tree(bool)['args']).flatMap(equationsOf)
  const { kind, name } = tree(expression)
  const isEquation = kind === 'AEXPR_OP' && JSON.stringify(name) === '[{"String":{"sval":"="}}]'
  return isEquation ? [tree(expression)] : []
}

/** The rows that `insert` writes. */
function sourceOf(insert: Tree): Tree {
  return tree(tree(insert['selectStmt'])['SelectStmt'])
}

/** The number of a parameter, with or without a cast. */
function numberOf(expression: unknown): number | undefined {
  const { ParamRef: parameter, TypeCast: cast } = tree(expression)
  if (cast !== undefined) return numberOf(tree(cast)['arg'])
  return parameter === undefined ? undefined : Number(tree(parameter)['number'])
}

/** The table is '' where the column stands without one. */
function columnOf(column: Tree): { table: string; name: string } {
  const names = list(column['fields']).map(field => stringOf(tree(tree(field)['String'])['sval']))
  return { table: names.length > 1 ? (names[0] ?? '') : '', name: names.at(-1) ?? '' }
}

const queryFields = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'larg', 'rarg']

/** `larg` and `rarg` are queries of a `union`, but also tables of a join. */
function isQuery(field: string, value: unknown): boolean {
  return (
    queryFields.includes(field) &&
    tree(value)['RangeVar'] === undefined &&
    tree(value)['JoinExpr'] === undefined
  )
}

/** The queries below a node that are in no other query below it. */
function queriesIn(node: unknown): Tree[] {
  return fieldsOf(node).flatMap(([field, value]) =>
    isQuery(field, value) ? [tree(value)] : queriesIn(value),
  )
}

/** All nodes of a kind below a node, each by its fields. */
function nodes(
  node: unknown,
  kind: string,
  where: 'anywhere' | 'outside of subqueries' = 'anywhere',
): Tree[] {
  return fieldsOf(node).flatMap(([field, value]) => {
    if (where === 'outside of subqueries' && isQuery(field, value)) return []
    return [...(field === kind ? [tree(value)] : []), ...nodes(value, kind, where)]
  })
}

function fieldsOf(node: unknown): [string, unknown][] {
  return typeof node === 'object' && node !== null ? Object.entries(node) : []
}

function tree(node: unknown): Tree {
  return typeof node === 'object' && node !== null ? (node as Tree) : {}
}

function list(node: unknown): unknown[] {
  return Array.isArray(node) ? node : []
}

function stringOf(node: unknown): string {
  return typeof node === 'string' ? node : ''
}
