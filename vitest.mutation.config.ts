import { join } from 'node:path'

import { defineConfig } from 'vitest/config'

import { failedFilesAsTests } from './scripts/failed-files-as-tests.ts'

const root = import.meta.dirname

/** The tests that Stryker runs. Its copy of the project shares node_modules, which would lead to the real contract. */
export default defineConfig({
  root: join(root, 'server'),
  resolve: { alias: { '@ekyc/contract': join(root, 'contract/src') } },
  test: {
    reporters: [failedFilesAsTests()],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include: ['src/domain/**/*.test.ts', 'src/http/**/*.test.ts'],
    globalSetup: './src/testing/test-postgres.ts',
  },
})
