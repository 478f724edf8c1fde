import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const npmsOwn = ['audit', 'ci', 'install', 'pack', 'publish', 'sbom', 'version']
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

test('every npm command of the pages exists', () => {
  const unknown = pages.flatMap(page =>
    commandsIn(page)
      .filter(([, run, name = '']) =>
        run ? !(name in scripts) : ![...npmsOwn, 'start', 'test'].includes(name),
      )
      .map(([command]) => `${page}: ${command}`),
  )
  expect(unknown).toEqual([])
  expect(commandsIn('README.md').length).toBeGreaterThan(5)
})
