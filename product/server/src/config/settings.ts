import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'

import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

import type { Peppers } from '../domain/derive-keys.ts'
import { defaultPolicy, type Policy } from '../domain/policy.ts'
import type { SecretBoxKeys } from '../domain/secret-box.ts'
import { isPkcs11Uri, readPkcs11Uri } from '../gateways/private-keys/pkcs11-uri.ts'
import { isGuessable, isPlaceholder, isRandomKey, secretMinLength } from './guessable.ts'
import { isNetwork } from '../network/is-network.ts'
import { policyFrom } from './policy-from.ts'
import { keyFault, pemBlocks } from './rsa-pem.ts'

/** Returns the fault of a PEM block as a phrase that follows the setting's name. */
type PemFault = (pem: string) => string | undefined

export type Settings = ReturnType<typeof settingsIn>

/**
 * Reads variables by kind. An invalid one adds a sentence to `problems` and gets an unusable value, so that one start
 * reports all problems.
 */
export function settingsIn(env: NodeJS.ProcessEnv, problems: string[]) {
  const known = new Set<string>()

  function tell(problem: string): void {
    if (!problems.includes(problem)) problems.push(problem)
  }

  function optional(name: string): string | undefined {
    known.add(name)
    const file = env[`${name}_FILE`]
    if (!file) return env[name] || undefined
    if (env[name]) tell(`${name} and ${name}_FILE are both set: one of them must go`)
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch {
      tell(`${name}_FILE names a file that cannot be read`)
      return undefined
    }
  }

  function wrong(name: string): boolean {
    return problems.some(problem => problem.startsWith(`${name} `) || problem.startsWith(`${name}_FILE `))
  }

  function required(name: string): string {
    const value = optional(name)
    if (value === undefined && !wrong(name)) tell(`${name} is missing`)
    return value ?? ''
  }

  function secret(name: string): string {
    const value = required(name)
    if (value !== '' && isGuessable(value)) tell(tooGuessable(name))
    return value
  }

  /** Reads a secret that another party issued: any length will do, but no placeholder. */
  function issued(name: string): string {
    const value = required(name)
    if (isPlaceholder(value)) tell(`${name} holds a placeholder`)
    return value
  }

  function list(name: string): string[] {
    return (optional(name) ?? '')
      .split(',')
      .map(part => part.trim())
      .filter(Boolean)
  }

  function pemsIn(name: string, text: string, fault: PemFault): string[] {
    const found = pemBlocks(text)
    if (text !== '' && found.length === 0) tell(`${name} must be PEM`)
    return each(name, found, fault)
  }

  function each(name: string, found: string[], fault: PemFault): string[] {
    for (const one of found) {
      const problem = fault(one)
      if (problem !== undefined) tell(`${name} ${problem}`)
    }
    return found
  }

  return {
    /** The names that the readers have read. */
    known,
    /** Returns whether a problem of this setting is reported. */
    wrong,
    tell,
    optional,
    required,
    secret,
    issued,
    list,
    text: (name: string, fallback: string): string => optional(name) ?? fallback,

    /** Reads key=value,key=value, as OpenTelemetry writes headers. */
    pairs(name: string): Record<string, string> {
      const pairs = list(name).map(pair => /^([^=]+)=(.*)$/.exec(pair))
      if (pairs.includes(null)) tell(`${name} must be key=value, comma separated`)
      return Object.fromEntries(pairs.flatMap(pair => (pair ? [[pair[1]?.trim(), pair[2]?.trim()]] : [])))
    },

    url(name: string): string {
      const value = required(name)
      if (value !== '' && !/^https?:$/.test(protocolOf(value)))
        tell(`${name} must be an http or https address`)
      return value
    },

    host(name: string, fallback: string): string {
      const value = optional(name) ?? fallback
      if (isIP(value) === 0 && value !== 'localhost')
        tell(`${name} must be an IP address of this computer, or 0.0.0.0 for all of them`)
      return value
    },

    /** Accepts a missing folder, which may be created later, but not a file. */
    folder(name: string, fallback: string): string {
      const value = optional(name) ?? fallback
      if (statSync(value, { throwIfNoEntry: false })?.isDirectory() === false)
        tell(`${name} must be a folder, and is a file`)
      return value
    },

    databaseUrl(name: string): string | undefined {
      const value = optional(name)
      const isOfOneHost = (address: string) =>
        /^postgres(?:ql)?:$/.test(protocolOf(address)) && !new URL(address).hostname.includes(',')
      if (value !== undefined && !isOfOneHost(value))
        tell(`${name} must be a postgres:// address of one host`)
      return value
    },

    networks(name: string): string[] {
      const networks = list(name)
      if (!networks.every(isNetwork))
        tell(`${name} must be IP addresses or networks such as 172.30.17.0/28, comma separated`)
      return networks
    },

    /** Reads the `ci` of keys: the day on which the certificate expires. */
    days(name: string): string[] {
      const days = list(name)
      if (days.length === 0 && !wrong(name)) tell(`${name} is missing`)
      if (!days.every(isDay)) tell(`${name} must be days as YYYYMMDD, comma separated`)
      return days
    },

    /** Reads an https address without a path. */
    origin(name: string): string | undefined {
      const value = optional(name)
      if (value === undefined || (protocolOf(value) === 'https:' && new URL(value).origin === value))
        return value
      tell(`${name} must be https:// and a host name, nothing behind it`)
      return undefined
    },

    integer<F extends number | undefined>(
      name: string,
      fallback: F,
      least: number,
      most: number,
    ): number | F {
      const value = optional(name)
      if (value === undefined) return fallback
      const number = Number(value)
      if (Number.isInteger(number) && number >= least && number <= most) return number
      tell(`${name} must be a whole number from ${least} to ${most}`)
      return fallback
    },

    choice<const C extends string>(name: string, choices: readonly C[]): C | undefined {
      const value = optional(name)
      const chosen = choices.find(choice => choice === value)
      if (value !== undefined && !chosen) tell(`${name} must be ${choices.join(' or ')}`)
      return chosen
    },

    choices<const C extends string>(name: string, choices: readonly C[]): C[] {
      const given = list(name)
      const chosen = choices.filter(choice => given.includes(choice))
      if (!given.every(one => choices.some(choice => choice === one)))
        tell(`${name} must be of ${choices.join(', ')}, comma separated`)
      return chosen
    },

    onOff(name: string, fallback: boolean): boolean {
      const value = optional(name)
      if (value === undefined) return fallback
      if (value !== 'on' && value !== 'off') tell(`${name} must be on or off`)
      return value === 'on'
    },

    /** @param what a description of the shape */
    json<T>(name: string, shape: TSchema, what: string): T | undefined {
      const value = optional(name)
      if (value === undefined) return undefined
      const parsed = parsedJson(value)
      if (Value.Check(shape, parsed)) return parsed as T
      tell(`${name} must be JSON: ${what}`)
      return undefined
    },

    policy(): Policy {
      const text = optional('POLICY')
      if (text === undefined) return defaultPolicy
      const read = policyFrom(parsedJson(text))
      problems.push(...read.problems)
      return read.policy
    },

    /** Reads PEM blocks, one after the other: the first is in use, the others stay accepted. */
    pems: (name: string, fault: PemFault): string[] => pemsIn(name, required(name), fault),
    pemsIfAny: (name: string, fault: PemFault): string[] => pemsIn(name, optional(name) ?? '', fault),

    /** Reads PEM blocks, or pkcs11: addresses of keys in a hardware module, one a line. */
    privateKeys(name: string): string[] {
      const text = required(name)
      const found = [...pemBlocks(text), ...(text.match(/^pkcs11:.*$/gim) ?? [])]
      if (text !== '' && found.length === 0) tell(`${name} must be PEM or a pkcs11: address`)
      return each(name, found, key => (isPkcs11Uri(key) ? addressFault(key) : keyFault(key)))
    },

    file(name: string): string | undefined {
      const path = optional(name)
      if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isFile()) return path
      tell(`${name} must name a file`)
      return undefined
    },

    /** Reads a comma-separated list; the first secret is in use. */
    secrets(name: string): Peppers {
      const [first, ...others] = list(name)
      if (first === undefined && !wrong(name)) tell(`${name} is missing`)
      const guessable = [first ?? '', ...others].filter(value => value !== '' && isGuessable(value))
      if (guessable.length > 0) tell(tooGuessable(name))
      return [Buffer.from(first ?? ''), ...others.map(value => Buffer.from(value))]
    },

    /** Reads a comma-separated list of keys, 32 bytes each in base64 or hex; the first key is in use. */
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
}

function tooGuessable(name: string): string {
  return `${name} must be at least ${secretMinLength} characters that nobody else knows`
}

function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
}

/** Returns undefined on invalid JSON, which fits none of our shapes. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function protocolOf(address: string): string {
  try {
    return new URL(address).protocol
  } catch {
    return ''
  }
}

function addressFault(address: string): string | undefined {
  return readPkcs11Uri(address)
    ? undefined
    : 'must be an address of RFC 7512 with token or serial, and object or id, such as pkcs11:token=kyc;object=signing'
}
