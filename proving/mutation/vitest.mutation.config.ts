import { join } from 'node:path'

import { defineConfig } from 'vitest/config'

import { failedFilesAsTests } from './failed-files-as-tests.ts'

const product = join(import.meta.dirname, '../../product')

/**
 * Configures the tests that Stryker runs. Stryker's copy of the project shares node_modules, where @ekyc/contract is
 * the unchanged contract, so the alias names the contract in the copy.
 */
export default defineConfig({
  root: join(product, 'server'),
  resolve: { alias: { '@ekyc/contract': join(product, 'contract/src') } },
  test: {
    reporters: [failedFilesAsTests()],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include: ['src/domain/**/*.test.ts', 'src/http/**/*.test.ts'],
    globalSetup: './testing/database/test-postgres.ts',
  },
})
