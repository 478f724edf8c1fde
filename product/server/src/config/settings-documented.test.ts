import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { policyNumbers } from '../domain/policy.ts'
import { allSettings, createSettingsReader } from './settings.ts'
import { namesAskedFor } from '../../testing/database/names-asked-for.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the table of docs/settings.md lists exactly the settings that the program reads, each once', () => {
  const [, table = ''] = /<!-- settings -->([\s\S]*?)<!-- \/settings -->/.exec(read('docs/settings.md')) ?? []
  const listed = [...table.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name = '']) => name)
  expect(listed.toSorted()).toEqual(namesAskedFor())
})

test('each row of settings.ts is a setting that the program reads', () => {
  expect(namesAskedFor()).toEqual(expect.arrayContaining(allSettings.map(({ name }) => name)))
})

test('deploy/production.env.example shows exactly the same settings', () => {
  const shown = [...read('deploy/production.env.example').matchAll(/^#?([A-Z0-9_]+)=/gm)].map(
    ([, name = '']) => name,
  )
  expect(shown.toSorted()).toEqual(namesAskedFor())
})

test("the table's defaults are the program's, and the example file shows them", () => {
  const table = read('docs/settings.md')
  const toldOf = (name: string) =>
    `${name} ${new RegExp(`^\\| \`${name}\` +\\| ([^|]*?) +\\|`, 'm').exec(table)?.[1]}`
  const program = createSettingsReader({}, [])
  const defaults = allSettings
    .filter(({ name }) => name !== 'HASHES_AT_ONCE') // This default is that of the machine.
    .map(setting => [setting.name, JSON.stringify(program.read(setting))] as const)
    .filter(([, value]) => /^(\d+|true|false|".+")$/.test(value ?? ''))
  expect(defaults.length).toBeGreaterThan(20)
  const words: Record<string, string> = { true: 'on', false: 'off' }
  for (const [name, value = ''] of defaults)
    expect(toldOf(name)).toBe(`${name} ${words[value] ?? value.replaceAll('"', '')}`)

  const shown = [...read('deploy/production.env.example').matchAll(/^#([A-Z0-9_]+)=(.+)$/gm)]
  expect(shown.length).toBeGreaterThan(10)
  for (const [, name = '', value = ''] of shown) expect(toldOf(name)).toBe(`${name} ${value}`)
})

test('the table of the policy lists every number with its default and its bounds, and says what it is', () => {
  const [, table = ''] = /<!-- policy -->([\s\S]*?)<!-- \/policy -->/.exec(read('docs/settings.md')) ?? []
  const told = [...table.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) =>
    row.split(/ +\| +/).map(cell => cell.trim()),
  )
  const rows = Object.entries(policyNumbers).map(([name, one]) => [
    `\`${name}\``,
    String(one.default),
    `${one.least} to ${one.most}`,
    expect.stringMatching(/../),
  ])
  expect(told).toEqual(rows)
})

test('the program knows every setting of compose.yaml', () => {
  const [, environment = ''] =
    /x-server:[\s\S]*?environment:\n((?: {4}.*\n)+)/.exec(read('compose.yaml')) ?? []
  const known = namesAskedFor()
  const set = [...environment.matchAll(/^ +([A-Z0-9_]+):/gm)].map(([, name = '']) =>
    known.includes(name) ? name : name.replace(/_FILE$/, ''),
  )
  expect(set.length).toBeGreaterThan(15)
  for (const name of set) expect(known).toContain(name)
})
