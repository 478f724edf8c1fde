import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'
import { runNpm } from './run.ts'

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const npmsOwn = ['audit', 'ci', 'install', 'pack', 'publish', 'version']
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(inRoot('docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
]

function commandsIn(page: string): RegExpExecArray[] {
  const code = readFileSync(inRoot(page), 'utf8').match(/```[\s\S]*?```|`[^`\n]+`/g) ?? []
  return code.flatMap(text => [...text.matchAll(/\bnpm (run )?(?:--\S+ )*(\w[\w:-]*)/g)])
}

test.each(pages)('every npm command in %s exists', page => {
  const unknown = commandsIn(page).filter(([, run, name = '']) =>
    run ? !(name in scripts) : ![...npmsOwn, 'start', 'test'].includes(name),
  )
  expect(unknown.map(([command]) => command)).toEqual([])
})

test('README has commands to try', () => {
  expect(commandsIn('README.md').length).toBeGreaterThan(5)
})

test.each([
  [['run', 'admin', '--', 'help'], 'Looks after the agents'],
  [['run', 'admin'], 'Looks after the agents'],
  [['run', 'admin', '--', '--version'], ''],
])('npm %j runs as README says', async (words, said) => {
  const { code, output } = await runNpm(words, { quiet: true })
  expect(output).toContain(said)
  expect(code).toBe(0)
})
