import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { parse } from 'libpg-query'

import { declaredStatements } from '../../src/database/link/sql.ts'

const source = join(import.meta.dirname, '../../src')
const writes = { InsertStmt: 'INSERT', UpdateStmt: 'UPDATE', DeleteStmt: 'DELETE' } as const

/**
 * Returns the writes of all statements that a program can reach by its imports, such as `INSERT orders`.
 * @param program the program's file below src
 */
export async function writesOf(program: string): Promise<Set<string>> {
  const texts = [...filesFrom(join(source, program))].map(file => readFileSync(file, 'utf8'))
  const reached = declaredStatements().filter(({ name }) => {
    // The names of a table's statements are made from those of its rows.
    const ofRows = `\`${name.split('.', 1)[0]}.\${`
    return texts.some(text => text.includes(`'${name}'`) || text.includes(ofRows))
  })
  const found = new Set<string>()
  for (const { text } of reached)
    JSON.stringify(await parse(text), (field, value: Written) => {
      const write = Object.hasOwn(writes, field) ? writes[field as keyof typeof writes] : undefined
      if (write) found.add(`${write} ${value.relation.relname}`)
      if (write && value.onConflictClause?.action === 'ONCONFLICT_UPDATE')
        found.add(`UPDATE ${value.relation.relname}`)
      return value
    })
  return found
}

type Written = { relation: { relname: string }; onConflictClause?: { action: string } }

function filesFrom(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found
  found.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, path = ''] of text.matchAll(/^import (?!type)[^'"]*?'(\.[^']+)'|import\('(\.[^']+)'\)/gm))
    if (path) filesFrom(join(dirname(file), path), found)
  return found
}
