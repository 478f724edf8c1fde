import type { Answer } from './run-statement.ts'
import type { Statement } from './runner.ts'

/**
 * Tells whether an answer belongs to its statement: its columns have the declared names, and its shape is that of earlier
 * answers to the same text. Only the order on the wire assigns answers to statements, and a wrongly assigned one could
 * show an agent the data of another.
 */
export function answerShapes(): (statement: Statement, answer: Answer) => boolean {
  const known = new Map<string, string>()
  return ({ text, columns }, { command, fields }) => {
    const names = fields.map(({ name }) => name)
    const shape = JSON.stringify([command, ...names])
    const before = known.get(text)
    const isRight = isSame(columns ?? names, names) && (before === undefined || before === shape)
    // Either of the two answers may be the wrong one, so neither shape is kept.
    if (isRight) known.set(text, shape)
    else known.delete(text)
    return isRight
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index])
}
