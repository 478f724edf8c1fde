import type { Answer } from './run-statement.ts'
import type { Statement } from './runner.ts'
import { partOf } from './together.ts'

/**
 * Returns a function that tells whether an answer belongs to its statement: its columns have the declared names, its
 * rows belong to the agent in the parameters, and its shape is that of earlier answers to the same text. Only the order
 * on the wire assigns answers to statements, and a wrongly assigned answer could show an agent the data of another.
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
    // Either of the two answers may be the wrong one, so the map keeps neither shape.
    if (isRight) shapes.set(text, shape)
    else shapes.delete(text)
    return isRight
  }
}

function isOfOwner({ owner, parts }: Statement, row: unknown[]): boolean {
  if (!parts) return !owner || row[owner.at] === owner.agentId
  const { index, cells } = partOf(row)
  const part = parts[index]
  return part !== undefined && isOfOwner(part, cells)
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index])
}
