import { randomBytes } from 'node:crypto'

import { createKeySeal, createKeyOpener } from '@ekyc/private-keys'

import type { KeySeal } from '../domain/ports.ts'
import { openSecretBox, sealSecretBox } from '../domain/secrets.ts'
import { pkcs11From } from './read-config.ts'
import { readSettingText, sealedPrefix } from './setting-source.ts'
import { createSettingsReader, serverSettings } from './settings.ts'

/** The servers have a sealed setting's value in clear only in memory. */
export const sealableSettings = [
  'PEPPER',
  'OUTBOX_KEY',
  'AUDIT_KEY',
  'AUA_LICENCE_KEY',
  'ASA_LICENCE_KEY',
  'BANK_SECRET',
  'SMS_KEY',
  'OIDC_CLIENT_SECRET',
]

/** If one value cannot be opened, all stay sealed, and the reader of the settings reports the problem. */
export async function unsealSettings(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const sealed = sealableSettings.flatMap(name => {
    const value = readSettingText(env, name)
    return value?.startsWith(sealedPrefix) ? [{ name, value }] : []
  })
  if (sealed.length === 0) return env
  try {
    const seal = await openSettingsSeal(env)
    const opened = { ...env }
    for (const { name, value } of sealed) {
      opened[name] = await unsealSetting(seal, name, value)
      delete opened[`${name}_FILE`]
    }
    return opened
  } catch {
    return env
  }
}

export async function openSettingsSeal(env: NodeJS.ProcessEnv): Promise<KeySeal> {
  const problems: string[] = []
  const settings = createSettingsReader(env, problems)
  const keys = settings.read(serverSettings.results.sealingKeys)
  const pkcs11 = pkcs11From(settings)
  if (problems[0] !== undefined) throw new Error(problems[0])
  return createKeySeal(createKeyOpener(pkcs11), keys)
}

/** Binds the value to the name. Returns the text that replaces the value in the settings. */
export function sealSetting(seal: KeySeal, name: string, value: string): string {
  const key = randomBytes(32)
  const sealedKey = seal.seal(key, name)
  const size = Buffer.alloc(2)
  size.writeUInt16BE(sealedKey.length)
  const box = sealSecretBox([key], name, value)
  return `${sealedPrefix}${Buffer.concat([size, sealedKey, box]).toString('base64')}`
}

async function unsealSetting(seal: KeySeal, name: string, text: string): Promise<string> {
  const bytes = Buffer.from(text.slice(sealedPrefix.length), 'base64')
  const end = 2 + bytes.readUInt16BE()
  const key = await seal.open(bytes.subarray(2, end), name)
  return openSecretBox([key], name, bytes.subarray(end))
}
