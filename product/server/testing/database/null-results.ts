import { columnOf, conjunctsOf, list, numberOf, stringOf, tablesOf, tree, type Tree } from './sql-tree.ts'

/** The facts about nulls that the text of a statement does not contain. */
export type NullFacts = {
  isNullableParameter(number: number): boolean
  isNullableColumn(table: string, column: string): boolean
}

const aggregates = ['sum', 'min', 'max', 'avg', 'bit_or', 'bool_or', 'array_agg', 'string_agg']

/**
 * Tells whether the result column at index `place` of a query may be null. A nullable column may be null unless a
 * condition excludes its nulls. An aggregate without `group by`, a `case` without `else` and a subquery without a row
 * may also be null. Columns of subqueries count as never null.
 */
export function isNullableResult(query: Tree, place: number, facts: NullFacts): boolean {
  const branches = [query['larg'], query['rarg']].filter(branch => branch !== undefined)
  if (branches.length > 0) return branches.some(branch => isNullableResult(tree(branch), place, facts))
  const results = list(query['returningList'] ?? query['targetList'])
  return isNullable(tree(tree(results[place])['ResTarget'])['val'], query, facts)
}

function isNullable(expression: unknown, query: Tree, facts: NullFacts): boolean {
  const [[kind, value] = ['', {}]] = Object.entries(tree(expression))
  const node = tree(value)
  const isAnyNull = (parts: unknown) => list(parts).some(part => isNullable(part, query, facts))
  switch (kind) {
    case 'TypeCast':
      return isAnyNull([node['arg']])
    case 'ParamRef':
      return facts.isNullableParameter(numberOf(expression) ?? 0)
    case 'ColumnRef':
      return isNullableColumn(node, query, facts)
    case 'A_Const':
      return node['isnull'] === true
    case 'A_Expr':
      return node['kind'] === 'AEXPR_NULLIF' || isAnyNull([node['lexpr'], node['rexpr']])
    case 'CoalesceExpr':
      return list(node['args']).every(part => isNullable(part, query, facts))
    case 'CaseExpr':
      return node['defresult'] === undefined || isAnyNull([node['defresult'], ...list(node['args'])])
    case 'CaseWhen':
      return isAnyNull([node['result']])
    case 'FuncCall':
      return isAggregate(node) ? query['groupClause'] === undefined : isAnyNull(node['args'])
    case 'SubLink':
      return node['subLinkType'] === 'EXPR_SUBLINK' && isNullableSubquery(node, facts)
    default:
      return false
  }
}

function isNullableColumn(node: Tree, query: Tree, facts: NullFacts): boolean {
  const { table, name } = columnOf(node)
  if (isNullExcluded(query['whereClause'], name)) return false
  return tablesOf(query).some(
    one => (table === '' || table === one.alias) && facts.isNullableColumn(one.name, name),
  )
}

/** A comparison with null is never true, so a comparison of a column excludes the rows in which it is null. */
function isNullExcluded(condition: unknown, column: string): boolean {
  return conjunctsOf(condition).some(({ NullTest: test, A_Expr: comparison }) => {
    const { arg, nulltesttype } = tree(test)
    const { lexpr, rexpr } = tree(comparison)
    const sides = nulltesttype === 'IS_NOT_NULL' ? [arg] : [lexpr, rexpr]
    return sides.some(side => columnOf(tree(tree(side)['ColumnRef'])).name === column)
  })
}

/** The value of a subquery without a row is null. An aggregate without `group by` always returns a row. */
function isNullableSubquery(node: Tree, facts: NullFacts): boolean {
  const subquery = tree(tree(node['subselect'])['SelectStmt'])
  const aggregated = JSON.stringify(subquery['targetList']).includes('"FuncCall"')
  const hasRow = aggregated && subquery['groupClause'] === undefined
  return !hasRow || isNullableResult(subquery, 0, facts)
}

function isAggregate(call: Tree): boolean {
  const name = tree(tree(list(call['funcname']).at(-1))['String'])['sval']
  return call['over'] === undefined && aggregates.includes(stringOf(name))
}
