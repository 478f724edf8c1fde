import { parse } from 'libpg-query'

import { isNullableResult, type NullFacts } from './null-results.ts'
import {
  columnOf,
  conjunctsOf,
  list,
  nodes,
  numberOf,
  queriesIn,
  stringOf,
  tablesOf,
  tree,
  type Tree,
} from './sql-tree.ts'

/** A place in a statement where a table is read, locked or written. */
export type TableUse = {
  table: string
  /** The number of the parameter that a condition or an `insert` makes a column equal to, by column name. */
  parameters: ReadonlyMap<string, number>
  /** The numbers of the parameters that the statement writes into columns, by column name. */
  written: ReadonlyMap<string, number>
}

type ParsedStatement = {
  uses: TableUse[]
  comparedWithNull: ReadonlySet<number>
  /** Tells whether the result column at index `place` may be null, judged by the statement's text and by `facts`. */
  mayBeNull(place: number, facts: NullFacts): boolean
}

/** Parses a statement with PostgreSQL's own parser. */
export async function parseStatement(text: string): Promise<ParsedStatement> {
  const { stmts } = await parse(text)
  return {
    uses: queriesIn(stmts).flatMap(query => usesIn(query, [])),
    comparedWithNull: new Set(nodes(stmts, 'NullTest').flatMap(({ arg }) => numberOf(arg) ?? [])),
    mayBeNull: (place, facts) => queriesIn(stmts).some(query => isNullableResult(query, place, facts)),
  }
}

/** @param outer the `with` queries of the outer queries */
function usesIn(query: Tree, outer: string[]): TableUse[] {
  const results = [
    ...outer,
    ...nodes(query['withClause'], 'CommonTableExpr').map(one => stringOf(one['ctename'])),
  ]
  const tables = tablesOf(query).filter(({ name }) => !results.includes(name))
  const ownUses = tables.map(({ name, alias }) => ({
    table: name,
    parameters: new Map([
      ...demandedBy(query, tables.length === 1 ? ['', alias] : [alias]),
      ...insertedBy(query),
    ]),
    written: new Map(query['relation'] === undefined ? [] : [...insertedBy(query), ...assignedBy(query)]),
  }))
  return [...ownUses, ...queriesIn(query).flatMap(nested => usesIn(nested, results))]
}

/** Returns, by column name, the number of the parameter that a column must equal in every row of the result. */
function demandedBy(query: Tree, aliases: string[]): Map<string, number> {
  const parameters = new Map<string, number>()
  const joins = nodes(query['fromClause'], 'JoinExpr', 'outside of subqueries')
  for (const { lexpr, rexpr } of [query['whereClause'], ...joins.map(({ quals }) => quals)].flatMap(
    equationsOf,
  )) {
    const { table, name } = columnOf(tree(tree(lexpr)['ColumnRef'] ?? tree(rexpr)['ColumnRef']))
    const number = numberOf(lexpr) ?? numberOf(rexpr)
    if (number !== undefined && aliases.includes(table)) parameters.set(name, number)
  }
  return parameters
}

function insertedBy(query: Tree): [string, number][] {
  const { valuesLists, targetList } = sourceOf(query)
  const [only, ...others] = list(valuesLists)
  const row = only
    ? list(tree(tree(others.length === 0 ? only : {})['List'])['items'])
    : nodes(targetList, 'ResTarget', 'outside of subqueries').map(({ val }) => val)
  return assignmentsOf(list(query['cols']).map((column, index) => [column, row[index]]))
}

function assignedBy(query: Tree): [string, number][] {
  const isUpdate = query['cols'] === undefined
  const targets = isUpdate ? list(query['targetList']) : []
  return assignmentsOf(targets.map(target => [target, tree(tree(target)['ResTarget'])['val']]))
}

function assignmentsOf(columns: [column: unknown, value: unknown][]): [string, number][] {
  return columns.flatMap<[string, number]>(([column, value]) => {
    const number = numberOf(value)
    return number === undefined ? [] : [[stringOf(tree(tree(column)['ResTarget'])['name']), number]]
  })
}

function sourceOf(insert: Tree): Tree {
  return tree(tree(insert['selectStmt'])['SelectStmt'])
}

function equationsOf(condition: unknown): Tree[] {
  return conjunctsOf(condition).flatMap(({ A_Expr: expression }) => {
    const { kind, name } = tree(expression)
    const isEquation = kind === 'AEXPR_OP' && JSON.stringify(name) === '[{"String":{"sval":"="}}]'
    return isEquation ? [tree(expression)] : []
  })
}
