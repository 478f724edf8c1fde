import { join } from 'node:path'

import { defineConfig } from 'vitest/config'

/** The tests of the contract, and of the document that tells it to others. */
export default defineConfig({
  resolve: { alias: { '@ekyc/contract': join(import.meta.dirname, 'contract/src') } },
  test: { include: ['contract/src/**/*.test.ts', 'server/src/http/open-api/*.test.ts'] },
})
