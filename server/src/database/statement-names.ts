import type { Sent } from './run-statement.ts'
import type { Statement } from './runner.ts'

export type Named = (statement: Statement) => Sent

/** Beyond these a text is not one of the calls': it would only fill the memory of every connection. */
const mostNames = 200
const longestNamed = 2_000

/** A statement with a name is parsed and planned once a connection, which costs more than running one of ours. */
export function statementNames(): Named {
  const names = new Map<string, string>()
  return statement => {
    const { text, values } = statement
    const isNew = !names.has(text)
    if (values.length === 0 || (isNew && (names.size >= mostNames || text.length > longestNamed)))
      return statement
    if (isNew) names.set(text, `ekyc_${names.size + 1}`)
    return { ...statement, name: names.get(text) ?? '' }
  }
}
