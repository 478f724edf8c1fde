import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { ConfigError, readServerConfig } from '../src/config/read-config.ts'
import { makeKey } from './outside/fake-authority.ts'

const secret = () => randomBytes(32).toString('base64')

export async function productionSettings() {
  const [aua, authority, kua] = await Promise.all([makeKey('AUA'), makeKey('Authority'), makeKey('KUA')])
  return {
    OVER_HTTPS: 'on',
    SECOND_FACTOR: 'required',
    PORTAL_ORIGIN: 'https://ekyc.bank.example',
    DATABASE_URL: 'postgres://ekyc_server:password@database.bank.example/ekyc?sslmode=verify-full',
    PEPPER: secret(),
    OUTBOX_KEY: secret(),
    AUDIT_KEY: secret(),
    AUTHORITY_URL: 'https://authority.example/kyc',
    AUA_CODE: 'BANK',
    AUA_LICENCE_KEY: 'MBni88mRNM18dKdiVyDYCuddwXEQpl68dZAGBQ2nsOlGMzC9DkOVL5s',
    ASA_LICENCE_KEY: 'MG_g7jJVYUIW7cLYXY5yaqKD6D1TuhjTJTDPHcb0SudOhVpvpnsEw_A',
    AUA_SIGNING_KEY: aua.privateKey,
    AUA_SIGNING_CERTIFICATE: aua.certificate,
    KUA_DECRYPTION_KEY: kua.privateKey,
    KUA_CERTIFICATE: kua.certificate,
    ACCEPTED_RISKS: 'keys-in-files',
    AUTHORITY_SIGNING_CERTIFICATE: authority.certificate,
    AUTHORITY_KEY_IDS: '20280813',
    BANK_URL: 'https://bank.example',
    RESULTS: 'pass-through',
    BANK_SECRET: `whsec_${secret()}`,
    SMS_URL: 'https://sms.example',
    SMS_KEY: 'k-2291-aef0',
    BRANDING_FILE: join(import.meta.dirname, '../../../branding/example-second-bank.json'),
  }
}

export function problemsIn(env: NodeJS.ProcessEnv, args: string[] = []): string[] {
  try {
    readServerConfig(env, args)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [head, ...lines] = error.message.split('\n')
    if (head !== 'The settings cannot be used:') throw error
    return lines.map(line => line.trim())
  }
  return []
}
