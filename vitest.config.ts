import { availableParallelism } from 'node:os'
import { basename } from 'node:path'

import { defineConfig } from 'vitest/config'

import { reactWithTexts } from './product/portal/vite/complete-texts.ts'
import { inRoot } from './scripts/folders.ts'

/** Tests of a part, whose name is the last folder of its path. */
const inNode = (path: string, extra = {}) => ({
  extends: true as const,
  test: { name: basename(path), root: `./${path}`, include: ['**/*.test.ts'], environment: 'node', ...extra },
})

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
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      inNode('product/contract'),
      inNode('product/rd-client'),
      inNode('product/private-postgres'),
      inNode('product/sandbox'),
      inNode('product/server', { globalSetup: './src/testing/test-postgres.ts' }),
      inNode('proving/bench'),
      inNode('proving/audit'),
      inNode('proving/languages', { include: ['**/*.test.mjs'] }),
      inNode('scripts', { include: ['**/*.test.mjs'] }),
      {
        extends: true,
        plugins: reactWithTexts(),
        test: {
          name: 'portal',
          root: './product/portal',
          include: ['src/**/*.test.{ts,tsx}', 'vite/**/*.test.ts'],
          environment: 'happy-dom',
          setupFiles: ['fresh-page', 'english', 'patience'].map(name => `./src/testing/${name}.ts`),
        },
      },
    ],
  },
})
