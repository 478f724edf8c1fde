import { existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'

import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

import { urlsOfHosts } from '../database/link/database-url.ts'
import { defaultPolicy, policyNumbers, type Policy } from '../domain/policy.ts'
import type { Peppers, SecretBoxKeys } from '../domain/secrets.ts'
import { isPkcs11Uri, readPkcs11Uri } from '../gateways/private-keys/pkcs11-uri.ts'
import {
  certificateFault,
  isGuessable,
  isPlaceholder,
  isRandomKey,
  keyFault,
  pemBlocks,
  secretMinLength,
} from './key-checks.ts'
import type { SettingSource } from './setting-source.ts'
import { nearestName } from './misspelt-settings.ts'

/** Reads a setting. An invalid one adds a sentence to the problems, and gets a default or unusable value. */
type SettingKind<Setting> = (name: string, source: SettingSource) => Setting

export const optionalText: SettingKind<string | undefined> = (name, source) => source.optional(name)

export const requiredText: SettingKind<string> = (name, source) => source.required(name)

export const textList: SettingKind<string[]> = (name, source) => source.list(name)

export function text<F extends string | undefined>(fallback: F): SettingKind<string | F> {
  return (name, source) => source.optional(name) ?? fallback
}

export function integer<F extends number | undefined>(
  fallback: F,
  least: number,
  most: number,
): SettingKind<number | F> {
  return (name, source) => {
    const value = source.optional(name)
    if (value === undefined) return fallback
    const number = Number(value)
    if (Number.isInteger(number) && number >= least && number <= most) return number
    source.addProblem(`${name} must be a whole number from ${least} to ${most}`)
    return fallback
  }
}

export function onOff<F extends boolean | undefined>(fallback: F): SettingKind<boolean | F> {
  return (name, source) => {
    const value = source.optional(name)
    if (value === undefined) return fallback
    if (value !== 'on' && value !== 'off') source.addProblem(`${name} must be on or off`)
    return value === 'on'
  }
}

export function choice<const C extends string>(known: readonly C[]): SettingKind<C | undefined> {
  return (name, source) => {
    const value = source.optional(name)
    const chosen = known.find(one => one === value)
    if (value !== undefined && !chosen) source.addProblem(`${name} must be ${known.join(' or ')}`)
    return chosen
  }
}

export function choices<const C extends string>(known: readonly C[]): SettingKind<C[]> {
  return (name, source) => {
    const words = source.list(name)
    if (!words.every(word => known.some(one => one === word)))
      source.addProblem(`${name} must be of ${known.join(', ')}, comma separated`)
    return known.filter(one => words.includes(one))
  }
}

/** @param what describes the shape in the problem's sentence */
export function json<T>(shape: TSchema, what: string): SettingKind<T | undefined> {
  return (name, source) => {
    const value = source.optional(name)
    if (value === undefined) return undefined
    const parsed = parsedJson(value)
    if (Value.Check(shape, parsed)) return parsed as T
    source.addProblem(`${name} must be JSON: ${what}`)
    return undefined
  }
}

export const policy: SettingKind<Policy> = (name, source) => {
  const value = source.optional(name)
  if (value === undefined) return defaultPolicy
  const read = changedPolicy(parsedJson(value))
  read.problems.forEach(source.addProblem)
  return read.policy
}

/**
 * Returns the default policy with the changes of POLICY or POLICY_FILE.
 * @returns the policy, which is the default if a change is unusable, and one sentence for each problem
 */
export function changedPolicy(changes: unknown): { policy: Policy; problems: string[] } {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    return { policy: defaultPolicy, problems: ['POLICY must be a JSON object'] }
  const problems = Object.entries(changes).flatMap(([name, value]) => problemOf(name, value) ?? [])
  return { policy: problems.length > 0 ? defaultPolicy : { ...defaultPolicy, ...changes }, problems }
}

/** Parses JSON. Returns undefined for invalid JSON, which no shape accepts. */
function parsedJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

export const keyValuePairs: SettingKind<Record<string, string>> = (name, source) => {
  const found = source.list(name).map(pair => /^([^=]+)=(.*)$/.exec(pair))
  if (found.includes(null)) source.addProblem(`${name} must be key=value, comma separated`)
  return Object.fromEntries(found.flatMap(pair => (pair ? [[pair[1]?.trim(), pair[2]?.trim()]] : [])))
}

/** Reads an address that is demanded once the program reads it. */
export const url: SettingKind<string> = (name, source) => {
  const value = source.required(name)
  if (value !== '' && !/^https?:$/.test(protocolOf(value)))
    source.addProblem(`${name} must be an http or https address`)
  return value
}

export function host(fallback: string): SettingKind<string> {
  return (name, source) => {
    const value = source.optional(name) ?? fallback
    if (isIP(value) === 0 && value !== 'localhost')
      source.addProblem(`${name} must be an IP address of this computer, or 0.0.0.0 for all of them`)
    return value
  }
}

/** Reads a folder's path. Accepts a missing folder, which the server may create later, and refuses a file. */
export function folder(fallback: string): SettingKind<string> {
  return (name, source) => {
    const value = source.optional(name) ?? fallback
    if (statSync(value, { throwIfNoEntry: false })?.isDirectory() === false)
      source.addProblem(`${name} must be a folder, and is a file`)
    return value
  }
}

/** Reads the folder of the built portal. Checks only a named folder, because the server's start checks the default. */
export function portalFolder(fallback: string): SettingKind<string> {
  return (name, source) => {
    const named = source.optional(name)
    if (named !== undefined && !existsSync(`${named}/index.en.html`))
      source.addProblem(`${name} must be a folder with the built portal`)
    return named ?? fallback
  }
}

export const filePath: SettingKind<string | undefined> = (name, source) => {
  const path = source.optional(name)
  if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isFile()) return path
  source.addProblem(`${name} must name a file`)
  return undefined
}

export const databaseUrl: SettingKind<string | undefined> = (name, source) => {
  const value = source.optional(name)
  const isOfPostgres = (address: string) => /^postgres(?:ql)?:$/.test(protocolOf(address))
  if (value !== undefined && !urlsOfHosts(value).every(isOfPostgres))
    source.addProblem(`${name} must be a postgres:// address`)
  return value
}

export const networks: SettingKind<string[]> = (name, source) => {
  const found = source.list(name)
  if (!found.every(isNetwork))
    source.addProblem(`${name} must be IP addresses or networks such as 172.30.17.0/28, comma separated`)
  return found
}

/** Reads the `ci` of the authority's keys. Each `ci` is the day on which the certificate of the key expires. */
export const expiryDays: SettingKind<string[]> = (name, source) => {
  const found = source.list(name)
  if (found.length === 0 && !source.hasProblem(name)) source.addProblem(`${name} is missing`)
  if (!found.every(isDay)) source.addProblem(`${name} must be days as YYYYMMDD, comma separated`)
  return found
}

export const httpsOrigin: SettingKind<string | undefined> = (name, source) => {
  const value = source.optional(name)
  if (value === undefined || (protocolOf(value) === 'https:' && new URL(value).origin === value)) return value
  source.addProblem(`${name} must be https:// and a host name, nothing behind it`)
  return undefined
}

export const secret: SettingKind<string> = (name, source) => {
  const value = source.required(name)
  if (value !== '' && isGuessable(value)) source.addProblem(tooGuessable(name))
  return value
}

/** Reads a secret that another party issued: it may have any length, but must not be a placeholder. */
export const issuedSecret: SettingKind<string> = (name, source) => {
  const value = source.required(name)
  if (isPlaceholder(value)) source.addProblem(`${name} holds a placeholder`)
  return value
}

/** Reads a comma-separated list of secrets. The first secret is in use, and all others stay accepted. */
export const secretList: SettingKind<Peppers> = (name, source) => {
  const [first, ...others] = source.list(name)
  if (first === undefined && !source.hasProblem(name)) source.addProblem(`${name} is missing`)
  const guessable = [first ?? '', ...others].filter(value => value !== '' && isGuessable(value))
  if (guessable.length > 0) source.addProblem(tooGuessable(name))
  return [Buffer.from(first ?? ''), ...others.map(value => Buffer.from(value))]
}

/** Reads a comma-separated list of keys, each 32 bytes in base64 or hex. The first key is in use. */
export const secretBoxKeys: SettingKind<SecretBoxKeys> = (name, source) => {
  const [first, ...others] = source
    .list(name)
    .map(value => Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64'))
  if (first && [first, ...others].every(isRandomKey)) return [first, ...others]
  if (first) source.addProblem(`${name} must be 32 random bytes in base64 or hex`)
  else if (!source.hasProblem(name)) source.addProblem(`${name} is missing`)
  return [Buffer.alloc(32)]
}

export function certificates(need: 'required' | 'optional'): SettingKind<string[]> {
  return (name, source) => {
    const value = source[need](name) ?? ''
    const blocks = pemBlocks(value)
    if (value !== '' && blocks.length === 0) source.addProblem(`${name} must be PEM`)
    return withoutFault(name, source, blocks, certificateFault)
  }
}

/** Reads PEM blocks, or pkcs11: addresses of keys in a hardware module, one per line. */
export function privateKeys(need: 'required' | 'optional'): SettingKind<string[]> {
  return (name, source) => {
    const value = source[need](name) ?? ''
    const keys = [...pemBlocks(value), ...(value.match(/^pkcs11:.*$/gim) ?? [])]
    if (value !== '' && keys.length === 0) source.addProblem(`${name} must be PEM or a pkcs11: address`)
    return withoutFault(name, source, keys, key => (isPkcs11Uri(key) ? addressFault(key) : keyFault(key)))
  }
}

function problemOf(name: string, value: unknown): string | undefined {
  if (!isName(name)) {
    const meant = nearestName(name, Object.keys(policyNumbers))
    return `POLICY has no number called ${JSON.stringify(name)}${meant === undefined ? '' : `: did you mean ${meant}?`}`
  }
  const { least, most } = policyNumbers[name]
  const isFit = Number.isInteger(value) && Number(value) >= least && Number(value) <= most
  return isFit ? undefined : `POLICY: ${name} must be a whole number from ${least} to ${most}`
}

function isName(name: string): name is keyof typeof policyNumbers {
  return Object.hasOwn(policyNumbers, name)
}

/** Tells whether a text is an IP address or a network in CIDR form, except /0, which would trust every address. */
function isNetwork(value: string): boolean {
  const [address = '', prefix, ...more] = value.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (prefix === undefined) return bits > 0
  return more.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits
}

function withoutFault(
  name: string,
  source: SettingSource,
  values: string[],
  faultOf: (value: string) => string | undefined,
): string[] {
  for (const value of values) {
    const fault = faultOf(value)
    if (fault !== undefined) source.addProblem(`${name} ${fault}`)
  }
  return values
}

function addressFault(address: string): string | undefined {
  return readPkcs11Uri(address)
    ? undefined
    : 'must be an address of RFC 7512 with token or serial, and object or id, such as pkcs11:token=kyc;object=signing'
}

function tooGuessable(name: string): string {
  return `${name} must be at least ${secretMinLength} characters that nobody else knows`
}

function isDay(value: string): boolean {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(value) ?? []
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : ''
}
