import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'

const parts = ['contract', 'rd-client', 'portal', 'server', 'sandbox', 'e2e', 'scripts']

test('every rule of docs/security.md is named by a test', () => {
  const handbook = readFileSync(inRoot('docs/security.md'), 'utf8')
  const [, table = ''] = handbook.split(/^\| rule \|/m)
  const rules = Array.from(table.matchAll(/^\| (\d+) +\|/gm), ([, number]) => Number(number))
  expect(rules).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))

  const named = new Set(parts.flatMap(part => rulesNamedIn(inRoot(part))))
  expect(rules.filter(rule => !named.has(rule))).toEqual([])
})

function rulesNamedIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : rulesNamedIn(path)
    if (!/\.(test|spec)\.(ts|tsx|mjs)$/.test(entry.name)) return []
    const titles = readFileSync(path, 'utf8').matchAll(/\[rules? (\d+(?:, \d+)*)\]/g)
    return Array.from(titles).flatMap(([, numbers]) => numbers.split(', ').map(Number))
  })
}
