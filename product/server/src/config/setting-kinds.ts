import { existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'

import { isRecord } from '@ekyc/contract/is-record'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { isPkcs11Uri, readPkcs11Uri } from '@ekyc/private-keys'

import { urlsOfHosts } from '../database/link/database-url.ts'
import { defaultPolicy, policyNumbers, type Policy } from '../domain/policy.ts'
import type { Peppers, SecretBoxKeys } from '../domain/secrets.ts'
import {
  certificateFault,
  isGuessable,
  isPlaceholder,
  isRandomKey,
  keyFault,
  pemBlocks,
  secretMinLength,
} from './key-checks.ts'
import { nearestName } from './misspelt-settings.ts'
import { listOf, type SettingSource } from './setting-source.ts'

/** Reads a setting. An invalid one is refused, and gets a default or unusable value. */
export type SettingKind<Setting> = (name: string, source: SettingSource) => Setting

export function required<Setting>(kind: SettingKind<Setting>): SettingKind<Setting> {
  return (name, source) => {
    if (source.textOf(name) === undefined) source.refuse(name, 'is missing')
    return kind(name, source)
  }
}

/** @param parse returns undefined for a text that is not as `demand` says */
function parsed<T, F>(
  fallback: F,
  demand: string,
  parse: (text: string) => T | undefined,
): SettingKind<T | F> {
  return (name, { textOf, refuse }) => {
    const given = textOf(name)
    if (given === undefined) return fallback
    const value = parse(given)
    if (value === undefined) refuse(name, demand)
    return value ?? fallback
  }
}

function fitting<F extends string | undefined>(
  fallback: F,
  demand: string,
  isFit: (text: string) => boolean,
): SettingKind<string | F> {
  return parsed(fallback, demand, value => (isFit(value) ? value : undefined))
}

function list(demand: string, isFit: (part: string) => boolean): SettingKind<string[]> {
  return parsed([], demand, value => {
    const parts = listOf(value)
    return parts.every(isFit) ? parts : undefined
  })
}

export function text<F extends string | undefined>(fallback: F): SettingKind<string | F> {
  return fitting(fallback, '', () => true)
}

export const textList = list('', () => true)

export function integer<F extends number | undefined>(
  fallback: F,
  least: number,
  most: number,
): SettingKind<number | F> {
  return parsed(fallback, `must be a whole number from ${least} to ${most}`, value => {
    const number = Number(value)
    return Number.isInteger(number) && number >= least && number <= most ? number : undefined
  })
}

const switches = new Map([
  ['on', true],
  ['off', false],
])

export function onOff<F extends boolean | undefined>(fallback: F): SettingKind<boolean | F> {
  return parsed(fallback, 'must be on or off', value => switches.get(value))
}

export function choice<const C extends string, F extends C | undefined = undefined>(
  known: readonly C[],
  fallback?: F,
): SettingKind<C | F> {
  return parsed(fallback as F, `must be ${known.join(' or ')}`, value => known.find(one => one === value))
}

export function choices<const C extends string>(known: readonly C[]): SettingKind<C[]> {
  return parsed([], `must be of ${known.join(', ')}, comma separated`, value => {
    const words = listOf(value)
    const chosen = known.filter(one => words.includes(one))
    return words.every(word => chosen.some(one => one === word)) ? chosen : undefined
  })
}

export function json<T>(shape: TSchema, what: string): SettingKind<T | undefined> {
  return parsed(undefined, `must be JSON: ${what}`, value => {
    const content = parsedJson(value)
    return Value.Check(shape, content) ? (content as T) : undefined
  })
}

/** A wrong change leaves the default policy. */
export const policy: SettingKind<Policy> = (name, { textOf, refuse, addProblem }) => {
  const value = textOf(name)
  if (value === undefined) return defaultPolicy
  const changes = parsedJson(value)
  if (!isRecord(changes)) {
    refuse(name, 'must be a JSON object')
    return defaultPolicy
  }
  const problems = Object.entries(changes).flatMap(([number, changed]) => problemOf(number, changed) ?? [])
  problems.forEach(addProblem)
  return problems.length > 0 ? defaultPolicy : { ...defaultPolicy, ...changes }
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

/** No shape accepts undefined. */
function parsedJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

export const keyValuePairs: SettingKind<Record<string, string>> = parsed(
  {},
  'must be key=value, comma separated',
  value => {
    const pairs = listOf(value).map(pair => /^([^=]+)=(.*)$/.exec(pair))
    if (pairs.includes(null)) return undefined
    return Object.fromEntries(pairs.map(pair => [pair?.[1]?.trim(), pair?.[2]?.trim()]))
  },
)

export const url = fitting('', 'must be an http or https address', value =>
  /^https?:$/.test(protocolOf(value)),
)

export function host(fallback: string): SettingKind<string> {
  const demand = 'must be an IP address of this computer, or 0.0.0.0 for all of them'
  return fitting(fallback, demand, value => isIP(value) > 0 || value === 'localhost')
}

/** The server may create a missing folder later. */
export function folder(fallback: string): SettingKind<string> {
  return fitting(
    fallback,
    'must be a folder, and is a file',
    path => statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false,
  )
}

/** The server's start checks the default. */
export function portalFolder(fallback: string): SettingKind<string> {
  return fitting(fallback, 'must be a folder with the built portal', path =>
    existsSync(`${path}/index.en.html`),
  )
}

export const filePath = fitting(
  undefined,
  'must name a file',
  path => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
)

export const databaseUrl = fitting(undefined, 'must be a postgres:// address', value =>
  urlsOfHosts(value).every(address => /^postgres(?:ql)?:$/.test(protocolOf(address))),
)

export const networks = list(
  'must be IP addresses or networks such as 172.30.17.0/28, comma separated',
  isNetwork,
)

/** The `ci` of the authority's keys. Each `ci` is the day on which the certificate of the key expires. */
export const expiryDays = required(
  parsed([], 'must be days as YYYYMMDD, comma separated', value => {
    const days = listOf(value)
    return days.length > 0 && days.every(isDay) ? days : undefined
  }),
)

export const httpsOrigin = fitting(
  undefined,
  'must be https:// and a host name, nothing behind it',
  value => protocolOf(value) === 'https:' && new URL(value).origin === value,
)

const tooGuessable = `must be at least ${secretMinLength} characters that nobody else knows`

export const secret = required(fitting('', tooGuessable, value => !isGuessable(value)))

/** A secret that another party issued: it may have any length, but must not be a placeholder. */
export const issuedSecret = fitting('', 'holds a placeholder', value => !isPlaceholder(value))

/** The first secret is in use, and all others stay accepted. */
export const secretList: SettingKind<Peppers> = required(
  parsed([Buffer.alloc(0)] as const, tooGuessable, value => {
    const [first, ...others] = listOf(value)
    if (first === undefined || [first, ...others].some(isGuessable)) return undefined
    return [Buffer.from(first), ...others.map(other => Buffer.from(other))] as const
  }),
)

/** Keys of 32 bytes in base64 or hex. The first key is in use. */
export const secretBoxKeys: SettingKind<SecretBoxKeys> = required(
  parsed([Buffer.alloc(32)] as const, 'must be 32 random bytes in base64 or hex', value => {
    const [first, ...others] = listOf(value).map(key =>
      Buffer.from(key, /^[0-9a-f]{64}$/i.test(key) ? 'hex' : 'base64'),
    )
    return first && [first, ...others].every(isRandomKey) ? ([first, ...others] as const) : undefined
  }),
)

export const certificates = blocks('PEM', pemBlocks, certificateFault)

/** PEM blocks, or pkcs11: addresses of keys in a hardware module, one per line. */
export const privateKeys = blocks(
  'PEM or a pkcs11: address',
  value => [...pemBlocks(value), ...(value.match(/^pkcs11:.*$/gim) ?? [])],
  key => (isPkcs11Uri(key) ? addressFault(key) : keyFault(key)),
)

export function firstOf(of: SettingKind<string[]>): SettingKind<string> {
  return (name, source) => of(name, source)[0] ?? ''
}

function blocks(
  what: string,
  blocksIn: (text: string) => string[],
  faultOf: (block: string) => string | undefined,
): SettingKind<string[]> {
  return (name, { textOf, refuse }) => {
    const value = textOf(name)
    if (value === undefined) return []
    const found = blocksIn(value)
    const fault = found.length === 0 ? `must be ${what}` : found.map(faultOf).find(Boolean)
    if (fault === undefined) return found
    refuse(name, fault)
    return []
  }
}

function addressFault(address: string): string | undefined {
  return readPkcs11Uri(address)
    ? undefined
    : 'must be an address of RFC 7512 with token or serial, and object or id, such as pkcs11:token=kyc;object=signing'
}

/** Tells whether a text is an IP address or a network in CIDR form, except /0, which would trust every address. */
function isNetwork(value: string): boolean {
  const [address = '', prefix, ...more] = value.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (prefix === undefined) return bits > 0
  return more.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits
}

function isDay(value: string): boolean {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(value) ?? []
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : ''
}
