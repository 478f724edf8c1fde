import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { providerClient, providerPath } from '../provider/provider.ts'
import type { SandboxKeys } from './keys.ts'
import type { Secrets } from './secrets.ts'

/** The codes of AUA and sub-AUA differ, so that tests detect a mix-up. */
export const agencyCodes = { auaCode: 'DEMOBANK', subAuaCode: 'DEMOAGENTS' } as const

/**
 * Writes a JSON file with the environment variables that a server needs to use this sandbox.
 * @param sandbox.address the sandbox's address, such as http://127.0.0.1:8090
 */
export async function writeServerSettings(
  folder: string,
  sandbox: { address: string; keys: SandboxKeys; secrets: Secrets },
): Promise<void> {
  const { address, keys, secrets } = sandbox
  const settings = {
    AUTHORITY_URL: `${address}/authority`,
    BANK_URL: `${address}/bank`,
    SMS_URL: `${address}/sms`,
    AUA_CODE: agencyCodes.auaCode,
    SUB_AUA_CODE: agencyCodes.subAuaCode,
    AUA_LICENCE_KEY: secrets.licenceKey,
    ASA_LICENCE_KEY: secrets.asaLicenceKey,
    AUA_SIGNING_KEY_FILE: keys.fileOf('aua', 'key'),
    AUA_SIGNING_CERTIFICATE_FILE: keys.fileOf('aua', 'certificate'),
    KUA_DECRYPTION_KEY_FILE: keys.fileOf('kua', 'key'),
    KUA_CERTIFICATE_FILE: keys.fileOf('kua', 'certificate'),
    AUTHORITY_SIGNING_CERTIFICATE_FILE: keys.fileOf('authoritySigning', 'certificate'),
    AUTHORITY_KEY_IDS: keys.authorityKeyId,
    BANK_SECRET: secrets.bankSecret,
    SMS_KEY: secrets.smsKey,
    PEPPER: secrets.pepper,
    OUTBOX_KEY: secrets.outboxKey,
    AUDIT_KEY: secrets.auditKey,
    OIDC_ISSUER: `${address}${providerPath}`,
    OIDC_CLIENT_ID: providerClient,
    OIDC_CLIENT_SECRET: secrets.consoleSecret,
    DEMO_DATA: 'on',
    API_DOCS: 'on',
    CONSENT_REQUIRED: 'off',
    SECOND_FACTOR: 'off',
    DRAIN_MS: '0',
    // A person who tries the demo in the evening is no fraud.
    POLICY: JSON.stringify({ fraudNightCustomers: 0 }),
  }
  const draft = join(folder, `server-settings.${process.pid}.draft`)
  await writeFile(draft, JSON.stringify(settings, null, 2), { mode: 0o600 })
  await rename(draft, join(folder, 'server-settings.json'))
}
