import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { policyNumbers } from '../domain/policy.ts'
import { namesAskedFor } from '../testing/names-asked-for.ts'
import { controls, otherRules, testsOf } from './controls.ts'
import { compliancePage } from './page.ts'
import { settingsKept } from './settings-kept.ts'

const root = join(import.meta.dirname, '../../../..')
const rows = [...controls, ...otherRules]

test('docs/compliance.md is written from the table (npm run compliance writes it)', async () => {
  await expect(compliancePage()).toMatchFileSnapshot('../../../../docs/compliance.md')
})

test('the table has each of the 77 controls once, and no other rule twice', () => {
  expect(controls.map(({ number }) => number)).toEqual(Array.from({ length: 77 }, (_, at) => String(at + 1)))
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
})

test('each test that shows a control is in its file once, and is not skipped', () => {
  const sources = new Map<string, string>()
  const wrong = rows.flatMap(testsOf).filter(({ file, title }) => {
    const source = sources.get(file) ?? readFileSync(join(root, file), 'utf8').replaceAll(/\(\s+/g, '(')
    sources.set(file, source)
    const calls = [`'${title}'`, `"${title}"`, `\`${title}\``].map(literal => `(${literal},`)
    const [call, ...others] = calls.filter(one => source.includes(one))
    return !call || others.length > 0 || /\.(skip|todo)$/.test(source.split(call)[0] ?? '')
  })
  expect(wrong).toEqual([])
})

test('what software keeps is shown by a test or a setting, and what is missing is told', () => {
  const claimed = rows.filter(({ state }) => state === 'kept')
  expect(claimed.filter(row => testsOf(row).length + (row.settings ?? []).length === 0)).toEqual([])
  expect(rows.filter(({ kept, state }) => (kept === 'bank') === (state !== undefined))).toEqual([])
  expect(rows.filter(({ kept, note }) => kept !== 'software' && !note)).toEqual([])
  expect(rows.filter(({ state, note }) => state === 'half' && !note)).toEqual([])
})

test('each setting of the table is one of the program or of its policy, and has its rule', () => {
  const known = [...namesAskedFor(), ...Object.keys(policyNumbers)]
  const named = new Set(rows.flatMap(({ settings = [] }) => settings))
  expect([...named].filter(name => !known.includes(name))).toEqual([])
  expect(Object.keys(settingsKept).toSorted()).toEqual([...named].toSorted())
})
