import { join } from 'node:path'

import { defineConfig } from 'vitest/config'

import { failedFilesAsTests } from './scripts/failed-files-as-tests.ts'

/** The tests of the contract, and of the document that tells it to others. */
export default defineConfig({
  resolve: { alias: { '@ekyc/contract': join(import.meta.dirname, 'contract/src') } },
  test: {
    reporters: [failedFilesAsTests()],
    include: ['contract/src/**/*.test.ts', 'server/src/http/open-api/*.test.ts'],
  },
})
