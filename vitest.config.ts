import { availableParallelism } from 'node:os'
import { basename } from 'node:path'

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

import { inRoot } from './scripts/folders.ts'

/** The parts whose tests run in Node, each with what it changes of the settings below. */
const inNode = {
  'product/contract': {},
  'product/rd-client': {},
  'product/rd-conformance': {},
  'product/rd-simulator': {},
  'product/private-postgres': {},
  'product/sandbox': {},
  'product/server': { globalSetup: './src/testing/test-postgres.ts' },
  'proving/bench': {},
  'proving/audit': {},
  'proving/languages': {},
  scripts: {},
}
const portal = 'product/portal'

/** Each part costs a run of one file a tenth of a second, the page half a second, so those without a named file stay out. */
const filters = process.argv.slice(2).filter(word => word !== 'run' && !word.startsWith('-'))
const named = filters.map(filter =>
  [...Object.keys(inNode), portal].find(path => filter.startsWith(`${path}/`)),
)
const isWanted = (path: string) => named.length === 0 || named.includes(undefined) || named.includes(path)
const areWanted = (ending: '.ts' | '.tsx') =>
  filters.length === 0 || filters.some(filter => filter.endsWith(ending) || !/\.tsx?$/.test(filter))

export default defineConfig({
  test: {
    // A machine may be slow or busy; a test that hangs is found all the same.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // A process for each file costs more than most files; `fresh-modules` keeps their state apart.
    isolate: false,
    setupFiles: [inRoot('scripts/fresh-modules.ts')],
    sequence: { setupFiles: 'list' },
    // Many tests wait for other processes and for limits of time.
    maxWorkers: Math.max(4, availableParallelism()),
    projects: [
      ...Object.entries(inNode)
        .filter(([path]) => isWanted(path))
        .map(([path, own]) => ({
          extends: true as const,
          test: {
            name: basename(path),
            root: `./${path}`,
            include: ['**/*.test.ts'],
            environment: 'node',
            ...own,
          },
        })),
      ...(isWanted(portal) ? await ofPortal() : []),
    ],
  },
})

/** The portal's rules are tested in Node, its screens in a page with the English texts. */
async function ofPortal(): Promise<TestProjectInlineConfiguration[]> {
  const { reactWithTexts } = await import('./product/portal/vite/complete-texts.ts')
  const part = (name: string, own: TestProjectInlineConfiguration['test']) => ({
    extends: true as const,
    plugins: reactWithTexts(),
    test: { name, root: `./${portal}`, ...own },
  })
  const rules = part('portal', {
    include: ['**/*.test.ts'],
    environment: 'node',
    setupFiles: setUp('fresh-page'),
  })
  const screens = part('screens', {
    include: ['src/**/*.test.tsx'],
    environment: 'happy-dom',
    setupFiles: setUp('fresh-page', 'english', 'patience'),
  })
  return [...(areWanted('.ts') ? [rules] : []), ...(areWanted('.tsx') ? [screens] : [])]
}

function setUp(...names: string[]): string[] {
  return names.map(name => `./src/testing/${name}.ts`)
}
