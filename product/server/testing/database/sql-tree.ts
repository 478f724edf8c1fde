/** A node of PostgreSQL's syntax tree, as `libpg-query` gives it. */
export type Tree = { readonly [field: string]: unknown }

export function conjunctsOf(condition: unknown): Tree[] {
  const bool = tree(tree(condition)['BoolExpr'])
  if (bool['boolop'] === 'AND_EXPR') return list(bool['args']).flatMap(conjunctsOf)
  return [tree(condition)]
}

export function tablesOf(query: Tree): { name: string; alias: string }[] {
  const readTables = nodes([query['fromClause'], query['usingClause']], 'RangeVar', 'outside of subqueries')
  return [tree(query['relation']), ...readTables]
    .filter(({ relname }) => relname !== undefined)
    .map(({ relname, alias }) => ({
      name: stringOf(relname),
      alias: stringOf(tree(alias)['aliasname'] ?? relname),
    }))
}

/** Returns the number of a parameter, with or without a cast. */
export function numberOf(expression: unknown): number | undefined {
  const { ParamRef: parameter, TypeCast: cast } = tree(expression)
  if (cast !== undefined) return numberOf(tree(cast)['arg'])
  return parameter === undefined ? undefined : Number(tree(parameter)['number'])
}

/** The table is '' if the SQL text does not name it. */
export function columnOf(column: Tree): { table: string; name: string } {
  const names = list(column['fields']).map(field => stringOf(tree(tree(field)['String'])['sval']))
  return { table: names.length > 1 ? (names[0] ?? '') : '', name: names.at(-1) ?? '' }
}

const queryFields = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'larg', 'rarg']

/** Tells whether a field contains a query. `larg` and `rarg` may also contain tables of a join. */
function isQuery(field: string, value: unknown): boolean {
  return (
    queryFields.includes(field) &&
    tree(value)['RangeVar'] === undefined &&
    tree(value)['JoinExpr'] === undefined
  )
}

/** Returns the queries below a node. Leaves out queries that are inside another of these queries. */
export function queriesIn(node: unknown): Tree[] {
  return fieldsOf(node).flatMap(([field, value]) =>
    isQuery(field, value) ? [tree(value)] : queriesIn(value),
  )
}

/** Returns the fields of all nodes of a kind below a node. */
export function nodes(
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

export function tree(node: unknown): Tree {
  return typeof node === 'object' && node !== null ? (node as Tree) : {}
}

export function list(node: unknown): unknown[] {
  return Array.isArray(node) ? node : []
}

export function stringOf(node: unknown): string {
  return typeof node === 'string' ? node : ''
}
