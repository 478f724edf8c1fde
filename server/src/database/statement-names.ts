import type { Sent } from './run-statement.ts'
import type { Statement } from './runner.ts'

export type Named = (statement: Statement) => Sent

const mostTexts = 200
const longestText = 2_000

/** Beyond these a text is not one of the calls': it would only fill the memory of every connection. */
export function isOfTheCalls(text: string, known: Map<string, unknown>): boolean {
  return known.size < mostTexts && text.length <= longestText
}

/** A statement with a name is parsed and planned once a connection, which costs more than running one of ours. */
export function statementNames(): Named {
  const names = new Map<string, string>()
  return statement => {
    const { text, values } = statement
    const isNew = !names.has(text)
    if (values.length === 0 || (isNew && !isOfTheCalls(text, names))) return statement
    if (isNew) names.set(text, `ekyc_${names.size + 1}`)
    return { ...statement, name: names.get(text) ?? '' }
  }
}
