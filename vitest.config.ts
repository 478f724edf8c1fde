import { availableParallelism } from 'node:os'
import { basename } from 'node:path'

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

import { inRoot } from './scripts/folders.ts'

/** The parts whose tests all run in Node, each with its own changes to the settings below. */
const inNode = {
  'product/contract': {},
  'product/rd-client': {},
  'product/rd-simulator': {},
  'product/private-keys': {},
  'product/private-postgres': {},
  'product/signed-xml': {},
  'product/sandbox': { globalSetup: '../server/testing/database/test-postgres.ts' },
  'product/server': {
    globalSetup: './testing/database/test-postgres.ts',
    setupFiles: ['./testing/fixed/seeded-ids.ts'],
  },
  'proving/bank-conformance': {},
  'proving/languages': {},
  scripts: {},
}
const inPage = ['product/ui', 'product/portal', 'product/console']

const notOurs = '**/node_modules/**'
/** The tests that need luck, minutes or rare programs. Only `npm run test:long` sets LONG. */
const longTests = process.env['LONG'] ? [] : ['**/*.long.test.ts']

/** Parts without a named file are skipped, which saves 0.1 to 0.5 s for each part. */
const filters = process.argv.slice(2).filter(word => word !== 'run' && !word.startsWith('-'))
const named = filters.map(filter =>
  [...Object.keys(inNode), ...inPage].find(path => filter.startsWith(`${path}/`)),
)
const isWanted = (path: string) => named.length === 0 || named.includes(undefined) || named.includes(path)

export default defineConfig({
  test: {
    // The limits are long, because a machine may be slow or busy. A test that hangs still fails.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    tags: [
      {
        name: 'process',
        description:
          'starts, stops or kills programs, which the machine may delay; tried once more, and told',
        retry: 1,
      },
    ],
    // Files share a process, because its start takes longer than most files' tests. test-set-up.ts resets the state.
    isolate: false,
    setupFiles: [inRoot('scripts/suite/test-set-up.ts')],
    sequence: { setupFiles: 'list' },
    // Four workers are the minimum, because many tests wait for other processes and for time limits.
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
            exclude: [notOurs, ...longTests],
            environment: 'node',
            // Node's own loader takes less time than Vite's, and each worker loads a module once.
            experimental: { viteModuleRunner: false, nodeLoader: false },
            ...own,
          },
        })),
      ...(await Promise.all(inPage.filter(isWanted).map(ofPage))),
    ],
  },
})

/** All tests of a part with screens run in a page, with the app's English texts. */
async function ofPage(path: string): Promise<TestProjectInlineConfiguration> {
  const { reactWithTexts } = await import('./product/ui/vite/complete-texts.ts')
  return {
    extends: true,
    plugins: reactWithTexts(),
    // The console's own build has the same alias.
    resolve: { alias: { fflate: inRoot('product/console', 'src/sheet/unzip.ts') } },
    test: {
      name: basename(path),
      root: `./${path}`,
      include: ['**/*.test.{ts,tsx}'],
      exclude: [notOurs, ...longTests],
      server: { deps: { inline: ['read-excel-file'] } },
      environment: 'happy-dom',
      setupFiles: [
        '../ui/src/testing/fresh-page.ts',
        './src/testing/english.ts',
        '../ui/src/testing/patience.ts',
      ],
    },
  }
}
