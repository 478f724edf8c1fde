import { join } from 'node:path'

import { defineConfig } from 'vitest/config'

import { failedFilesAsTests } from './failed-files-as-tests.ts'

const product = join(import.meta.dirname, '../../product')

/** The tests that Stryker runs. Its copy of the project shares node_modules, which would lead to the real contract. */
export default defineConfig({
  root: join(product, 'server'),
  resolve: { alias: { '@ekyc/contract': join(product, 'contract/src') } },
  test: {
    reporters: [failedFilesAsTests()],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include: ['src/domain/**/*.test.ts', 'src/http/**/*.test.ts'],
    globalSetup: './src/testing/test-postgres.ts',
  },
})
