import { expect, test } from 'vitest'

import { examineVault } from './examine-database.ts'

test('a vault where nothing listens is a problem, in words that show no password', async () => {
  const [found] = await examineVault({
    mode: 'vault',
    passThroughMs: 0,
    vaultUrl: 'postgres://u:hidden@127.0.0.1:9/vault',
    sealingKeys: [],
  })
  expect(found).toMatchObject({ state: 'problem', says: expect.stringContaining('nothing listens') })
  expect(JSON.stringify(found)).not.toContain('hidden')
})
