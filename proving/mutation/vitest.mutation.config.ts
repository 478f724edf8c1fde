import { join } from 'node:path'

import { defineConfig } from 'vitest/config'

import { failedFilesAsTests } from './failed-files-as-tests.ts'

const product = join(import.meta.dirname, '../../product')

/**
 * The tests that Stryker runs. The alias replaces node_modules, which Stryker's copy shares and which would lead to the
 * unchanged contract.
 */
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
