import type { Answer } from './run-statement.ts'
import type { Statement } from './runner.ts'
import { isOfTheCalls } from './statement-names.ts'

/**
 * Tells whether an answer is its statement's: its columns bear the names that the statement asks for, and it is of the
 * kind that earlier answers to the same text were. The order of the wire alone brings answers to statements, and what
 * it brought to the wrong one could be another agent's.
 */
export function answerShapes(): (statement: Statement, answer: Answer) => boolean {
  const known = new Map<string, string>()
  return ({ text, columns }, { command, fields }) => {
    const names = fields.map(({ name }) => name)
    const shape = JSON.stringify([command, ...names])
    const before = known.get(text)
    const isRight = hasColumns(names, columns) && (before === undefined || before === shape)
    // Which of two answers was the wrong one nobody knows: neither is gone by any longer.
    if (!isRight) known.delete(text)
    else if (before === undefined && isOfTheCalls(text, known)) known.set(text, shape)
    return isRight
  }
}

function hasColumns(names: string[], columns: Statement['columns']): boolean {
  if (columns === undefined) return true
  return (
    columns.length === names.length &&
    columns.every((column, index) => column === undefined || column === names[index])
  )
}
