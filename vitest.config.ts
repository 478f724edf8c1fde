import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

import { reactWithTexts } from './portal/vite/complete-texts.ts'
import { inRoot } from './scripts/folders.ts'

const inNode = (name: string, extra = {}) => ({
  extends: true as const,
  test: { name, root: `./${name}`, include: ['**/*.test.ts'], environment: 'node', ...extra },
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
      inNode('contract'),
      inNode('rd-client'),
      inNode('private-postgres'),
      inNode('sandbox'),
      inNode('server', { globalSetup: './src/testing/test-postgres.ts' }),
      inNode('bench'),
      inNode('audit'),
      inNode('scripts', { include: ['**/*.test.mjs'] }),
      {
        extends: true,
        plugins: reactWithTexts(),
        test: {
          name: 'portal',
          root: './portal',
          include: ['src/**/*.test.{ts,tsx}', 'vite/**/*.test.ts'],
          environment: 'happy-dom',
          setupFiles: ['fresh-page', 'english', 'patience'].map(name => `./src/testing/${name}.ts`),
        },
      },
    ],
  },
})
