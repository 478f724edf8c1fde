import type { Peppers } from '../domain/derive-keys.ts'
import type { SecretBoxKeys } from '../domain/secret-box.ts'
import type { Pkcs11Settings } from '../gateways/private-keys/pkcs11-keys.ts'
import { isPkcs11Uri, readPkcs11Uri } from '../gateways/private-keys/pkcs11-uri.ts'
import { isGuessable, isPlaceholder, isRandomKey, secretMinLength } from './guessable.ts'
import { keyFault, pemBlocks } from './rsa-pem.ts'
import type { SettingSource } from './setting-source.ts'
import type { settingTexts } from './setting-texts.ts'

type PemFault = (pem: string) => string | undefined

export function settingKeys(
  { optional, required, list, wrong, tell }: SettingSource,
  { file }: Pick<ReturnType<typeof settingTexts>, 'file'>,
) {
  return {
    pkcs11(): Pkcs11Settings | undefined {
      const module = file('PKCS11_MODULE')
      const pin = optional('PKCS11_PIN')
      if (module !== undefined && pin === undefined && !wrong('PKCS11_PIN')) tell('PKCS11_PIN is missing')
      return module === undefined ? undefined : { module, pin: pin ?? '' }
    },

    secret(name: string): string {
      const value = required(name)
      if (value !== '' && isGuessable(value)) tell(tooGuessable(name))
      return value
    },

    /** Reads a secret that another party issued: it may have any length, but must not be a placeholder. */
    issued(name: string): string {
      const value = required(name)
      if (isPlaceholder(value)) tell(`${name} holds a placeholder`)
      return value
    },

    pems: (name: string, fault: PemFault): string[] => pemsIn(name, required(name), fault),
    pemsIfAny: (name: string, fault: PemFault): string[] => pemsIn(name, optional(name) ?? '', fault),

    /** Reads PEM blocks, or pkcs11: addresses of keys in a hardware module, one per line. */
    privateKeys: (name: string): string[] => privateKeysIn(name, required(name)),
    privateKeysIfAny: (name: string): string[] => privateKeysIn(name, optional(name) ?? ''),

    /** Reads a comma-separated list of secrets. The first secret is in use, and all others stay accepted. */
    secrets(name: string): Peppers {
      const [first, ...others] = list(name)
      if (first === undefined && !wrong(name)) tell(`${name} is missing`)
      const guessable = [first ?? '', ...others].filter(value => value !== '' && isGuessable(value))
      if (guessable.length > 0) tell(tooGuessable(name))
      return [Buffer.from(first ?? ''), ...others.map(value => Buffer.from(value))]
    },

    /** Reads a comma-separated list of keys, each 32 bytes in base64 or hex. The first key is in use. */
    secretBoxKeys(name: string): SecretBoxKeys {
      const [first, ...others] = list(name).map(text =>
        Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'),
      )
      if (first && [first, ...others].every(isRandomKey)) return [first, ...others]
      if (first) tell(`${name} must be 32 random bytes in base64 or hex`)
      else if (!wrong(name)) tell(`${name} is missing`)
      return [Buffer.alloc(32)]
    },
  }

  function privateKeysIn(name: string, text: string): string[] {
    const keys = [...pemBlocks(text), ...(text.match(/^pkcs11:.*$/gim) ?? [])]
    if (text !== '' && keys.length === 0) tell(`${name} must be PEM or a pkcs11: address`)
    return each(name, keys, key => (isPkcs11Uri(key) ? addressFault(key) : keyFault(key)))
  }

  function pemsIn(name: string, text: string, fault: PemFault): string[] {
    const blocks = pemBlocks(text)
    if (text !== '' && blocks.length === 0) tell(`${name} must be PEM`)
    return each(name, blocks, fault)
  }

  function each(name: string, found: string[], fault: PemFault): string[] {
    for (const one of found) {
      const problem = fault(one)
      if (problem !== undefined) tell(`${name} ${problem}`)
    }
    return found
  }
}

function tooGuessable(name: string): string {
  return `${name} must be at least ${secretMinLength} characters that nobody else knows`
}

function addressFault(address: string): string | undefined {
  return readPkcs11Uri(address)
    ? undefined
    : 'must be an address of RFC 7512 with token or serial, and object or id, such as pkcs11:token=kyc;object=signing'
}
