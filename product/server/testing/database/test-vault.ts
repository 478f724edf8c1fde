import { generateKeyPairSync } from 'node:crypto'

import { createKeySeal, createKeyOpener } from '@ekyc/private-keys'
import { makeSoftToken, softTokenModule } from '@ekyc/private-keys/testing/soft-token'

import {
  migrateVault,
  openVault,
  type VaultConnection,
  type VaultAccess,
} from '../../src/database/kyc/vault.ts'

export type TestVault = {
  /** Opens the vault for one more server, which has its own data keys. */
  open(now: () => Date): VaultConnection
  accesses: VaultAccess[]
  /** The sealing key in PEM. A hardware security module would never give it away. */
  sealingKey: string
  remove(): void
}

/** Creates a vault in the database. A token of softhsm2 seals it, or a PEM key if softhsm2 is not installed. */
export async function makeTestVault(url: string): Promise<TestVault> {
  await migrateVault(url)
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const token = softTokenModule === undefined ? undefined : makeSoftToken()
  const openKey = createKeyOpener(token?.settings)
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
