import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'

const parts = ['product', 'proving', 'scripts']

test('every rule of docs/security.md is named by a test', () => {
  const handbook = readFileSync(inRoot('docs/security.md'), 'utf8')
  const [, table = ''] = handbook.split(/^\| rule \|/m)
  const rules = Array.from(table.matchAll(/^\| (\d+) +\|/gm), ([, number]) => Number(number))
  expect(rules).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))

  const named = new Set(parts.flatMap(part => rulesNamedIn(inRoot(part))))
  expect(rules.filter(rule => !named.has(rule))).toEqual([])
})

function rulesNamedIn(folder: string): number[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : rulesNamedIn(path)
    if (!/\.(test|spec)\.(ts|tsx|mjs)$/.test(entry.name)) return []
    const titles = readFileSync(path, 'utf8').matchAll(/\[rules? (\d+(?:, \d+)*)\]/g)
    return Array.from(titles).flatMap(([, numbers = '']) => numbers.split(', ').map(Number))
  })
}

test('the list of ASVS has every chapter once, none fails, and each verdict names tests that are there', () => {
  const [, table = ''] =
    /<!-- asvs -->([\s\S]*?)<!-- \/asvs -->/.exec(readFileSync(inRoot('docs/security.md'), 'utf8')) ?? []
  const items = table.split(/^- /m).slice(1)
  const rows = items.map(item => {
    const [, chapter = '', verdict = '', text = ''] = /^\*\*(V\d+) .*\*\*: (\S+)\. ([^]*)/.exec(item) ?? []
    const [why = '', tests = ''] = text.split(/Tests:/)
    return { chapter, verdict, why, tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file) }
  })
  expect(rows.map(({ chapter }) => chapter)).toEqual(Array.from({ length: 17 }, (_, at) => `V${at + 1}`))
  expect(rows.filter(({ verdict }) => !['pass', 'partly', '–'].includes(verdict))).toEqual([])
  const isPartly = ({ verdict }: { verdict: string }) => verdict === 'partly'
  expect(rows.filter(row => isPartly(row) && !/\d+\.\d+\.[\dx]+/.test(row.why))).toEqual([])
  expect(rows.filter(({ verdict, tests }) => (verdict === '–') !== (tests.length === 0))).toEqual([])
  expect(rows.flatMap(({ tests }) => tests).filter(file => !existsSync(inRoot(file)))).toEqual([])
})

test('the report of accessibility names tests that are there', () => {
  const files = readFileSync(inRoot('docs/accessibility.md'), 'utf8').matchAll(
    /`([^`]+\.(?:spec|test)\.tsx?)`/g,
  )
  const named = [...files].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(file => !existsSync(inRoot(file)))).toEqual([])
})
