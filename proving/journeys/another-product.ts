import { rm } from 'node:fs/promises'

import { freePort } from '@ekyc/contract/testing/free-port'
import { scratchFolder } from '@ekyc/private-postgres/testing/scratch-folder'

import { startProduct } from '../../scripts/product.ts'
import { bareEnvironment } from './product.ts'

type Fixture = [
  start: (of: object, use: (address: string) => Promise<void>) => Promise<void>,
  limit: { timeout: number },
]

/**
 * Returns a fixture that starts a second product, with its own settings and without a fingerprint device. The fixture
 * has its own time limit, because on a busy machine the start can take most of the test's time.
 */
export function anotherProduct(settings: NodeJS.ProcessEnv): Fixture {
  return [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern that names what a fixture needs
    async ({}, use) => {
      const dataDir = await scratchFolder('ekyc-e2e-')
      const running = await startProduct({
        dataDir,
        port: await freePort(),
        sandboxPort: await freePort(),
        devicePort: 'off',
        env: { ...bareEnvironment(), ...settings },
      })
      await use(running.address)
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { timeout: 300_000 },
  ]
}
