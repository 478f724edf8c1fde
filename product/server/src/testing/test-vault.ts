import { generateKeyPairSync } from 'node:crypto'

import { migrateVault, openVault, type OpenVault, type VaultAccess } from '../database/vault.ts'
import { createKeySeal } from '../gateways/private-keys/key-seal.ts'
import { createOpenKey } from '../gateways/private-keys/open-key.ts'
import { makeSoftToken, softTokenModule } from './soft-token.ts'

export type TestVault = {
  /** Opens the vault as another server does, with data keys of its own. */
  open(now: () => Date): OpenVault
  accesses: VaultAccess[]
  /** The sealing key, which a hardware module would never give away. */
  sealingKey: string
  remove(): void
}

/** Makes a vault in the database, sealed by a token of softhsm2, or by a PEM key where there is no softhsm2. */
export async function makeTestVault(url: string): Promise<TestVault> {
  await migrateVault(url)
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const token = softTokenModule === undefined ? undefined : makeSoftToken()
  const openKey = createOpenKey(token?.settings)
  const seal = await createKeySeal(openKey, [token?.hold(privateKey, 'sealing') ?? privateKey])
  const accesses: VaultAccess[] = []
  return {
    open: now =>
      openVault(url, {
        seal,
        connections: 4,
        pooler: undefined,
        now,
        onAccess: access => void accesses.push(access),
      }),
    accesses,
    sealingKey: privateKey,
    remove: () => token?.remove(),
  }
}
