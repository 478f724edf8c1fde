import type { Answer } from './run-statement.ts'
import type { Statement } from './runner.ts'

/**
 * Returns a function that tells whether a database answer belongs to a statement: the columns have the declared names,
 * the rows belong to the agent in the parameters, and the shape is the same as in earlier answers. The driver assigns
 * answers to statements only by their order, and a wrong assignment could show one agent another agent's data.
 */
export function answerShapes(): (statement: Statement, answer: Answer) => boolean {
  const shapes = new Map<string, { command: string; names: readonly string[] }>()
  return (statement, { command, fields, rows }) => {
    const { text, columns } = statement
    const names = fields.map(({ name }) => name)
    const shape = shapes.get(text) ?? { command, names }
    const isOwn = rows.every(row => isOfOwner(statement, row as unknown as unknown[]))
    const isAsBefore = shape.command === command && isSame(shape.names, names)
    const isRight = isOwn && isSame(columns ?? names, names) && isAsBefore
    // Either this answer or an earlier answer may be the wrong one, so the map keeps no shape.
    if (isRight) shapes.set(text, shape)
    else shapes.delete(text)
    return isRight
  }
}

function isOfOwner({ owner }: Statement, row: unknown[]): boolean {
  return !owner || row[owner.at] === owner.agentId
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index])
}
