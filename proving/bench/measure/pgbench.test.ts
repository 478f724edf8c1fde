import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { pgbenchScript } from './pgbench.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ekyc-pgbench-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('A script for pgbench', () => {
  test.each([
    ['of hexadecimal digits', `'hash:0cc3ef14f4330763'`],
    ['of JSON', `'{"name":null,"at":"2026-11-22 07:31:22+00"}'`],
    ['with quotes', `'it''s :n'`],
    ['with a backslash', String.raw`'a\:n'`],
  ])('takes no part of a literal %s for a variable', (_what, literal) => {
    const written = scriptOf({ text: 'select $1::text', values: [literal], queryId: '1' })

    expect(written.replace('::text', '')).not.toContain(':')
    expect(plain(written)).toBe(`select ${literal}::text;\n`)
  })

  test('takes no part of a literal in the statement itself for a variable', () => {
    const written = scriptOf({ text: `select to_char($1, 'HH24:MI $1')`, values: ['NULL'], queryId: '1' })

    expect(written).not.toContain(':')
    expect(plain(written)).toBe(`select to_char(NULL, 'HH24:MI $1');\n`)
  })

  test('replaces a literal that has a meaning by its expression', () => {
    const statement = { text: 'select $2, $1', values: [`'same'`, `'7'`], queryId: '1' }

    expect(scriptOf(statement, literal => (literal === `'7'` ? ':n' : undefined))).toBe(
      `select :n, 'same';\n`,
    )
  })
})

function scriptOf(
  statement: { text: string; values: string[]; queryId: string },
  meaning: (literal: string) => string | undefined = () => undefined,
) {
  const file = join(folder, 'script.sql')
  pgbenchScript({ file, variables: [], statements: [statement], meaning })
  return readFileSync(file, 'utf8')
}

function plain(written: string) {
  return written.replaceAll(/U&('(?:[^']|'')*')/g, (_, literal: string) =>
    literal.replaceAll(String.raw`\003A`, ':').replaceAll(String.raw`\\`, '\\'),
  )
}
