import { join } from 'node:path'

import { defineConfig } from 'vitest/config'

import { failedFilesAsTests } from './failed-files-as-tests.ts'

const root = join(import.meta.dirname, '../..')

export default defineConfig({
  root,
  resolve: { alias: { '@ekyc/contract': join(root, 'product/contract/src') } },
  test: {
    reporters: [failedFilesAsTests()],
    include: ['product/contract/src/**/*.test.ts'],
  },
})
