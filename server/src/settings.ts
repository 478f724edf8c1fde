import { readFileSync } from 'node:fs'

import type { Peppers } from './derive-keys.ts'
import type { BoxKeys } from './domain/sealed-box.ts'

const secretMinLength = 32
const secretMinDifferent = 8

/** Nothing but words of examples, digits and punctuation: what people leave in when they copy a settings file. */
const placeholders =
  /^(?:a|change|changed|default|demo|dev|development|example|here|insecure|it|key|licence|license|long|me|my|pass|password|pepper|please|random|replace|sample|secret|string|super|test|the|this|to|todo|token|value|with|x|your|[\d\W_])+$/i
export type Settings = ReturnType<typeof settingsIn>

/**
 * Reads variables by kind. What is wrong with one becomes a sentence of `problems`, and a value that nobody shall use
 * takes its place, so that all problems can be told at once.
 */
export function settingsIn(env: NodeJS.ProcessEnv, problems: string[]) {
  function optional(name: string): string | undefined {
    const file = env[`${name}_FILE`]
    if (!file) return env[name] || undefined
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch {
      problems.push(`${name}_FILE names a file that cannot be read`)
      return undefined
    }
  }

  function required(name: string): string {
    const value = optional(name)
    if (value === undefined) problems.push(`${name} is missing`)
    return value ?? ''
  }

  function secret(name: string): string {
    const value = required(name)
    if (value !== '' && isGuessable(value)) problems.push(tooGuessable(name))
    return value
  }

  /** What somebody else gave us: its length is theirs, but a placeholder is none. */
  function issued(name: string): string {
    const value = required(name)
    if (placeholders.test(value)) problems.push(`${name} holds a placeholder`)
    return value
  }

  function list(name: string): string[] {
    return (optional(name) ?? '')
      .split(',')
      .map(part => part.trim())
      .filter(Boolean)
  }

  return {
    optional,
    required,
    secret,
    issued,
    list,
    text: (name: string, fallback: string): string => optional(name) ?? fallback,

    /** key=value,key=value, as OpenTelemetry writes headers. */
    pairs(name: string): Record<string, string> {
      const pairs = list(name).map(pair => /^([^=]+)=(.*)$/.exec(pair))
      if (pairs.includes(null)) problems.push(`${name} must be key=value, comma separated`)
      return Object.fromEntries(pairs.flatMap(pair => (pair ? [[pair[1]?.trim(), pair[2]?.trim()]] : [])))
    },

    url(name: string): string {
      const value = required(name)
      if (value !== '' && !/^https?:$/.test(protocolOf(value)))
        problems.push(`${name} must be an http or https address`)
      return value
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
      problems.push(`${name} must be a whole number from ${least} to ${most}`)
      return fallback
    },

    choice<const C extends string>(name: string, choices: readonly C[]): C | undefined {
      const value = optional(name)
      const chosen = choices.find(choice => choice === value)
      if (value !== undefined && !chosen) problems.push(`${name} must be ${choices.join(' or ')}`)
      return chosen
    },

    onOff(name: string, fallback: boolean): boolean {
      const value = optional(name)
      if (value === undefined) return fallback
      if (value !== 'on' && value !== 'off') problems.push(`${name} must be on or off`)
      return value === 'on'
    },

    json<T>(name: string): T | undefined {
      const value = optional(name)
      if (value === undefined) return undefined
      try {
        return JSON.parse(value) as T
      } catch {
        problems.push(`${name} must be JSON`)
        return undefined
      }
    },

    /** One or more PEM blocks, one after the other: the first is the one in use, others are still understood. */
    pems(name: string): string[] {
      const blocks = required(name).match(/-----BEGIN [^-]+-----[\s\S]+?-----END [^-]+-----/g)
      if (!blocks && optional(name) !== undefined) problems.push(`${name} must be PEM`)
      return blocks ?? []
    },

    /** Comma separated, the first is the one in use. */
    secrets(name: string): Peppers {
      const [first, ...others] = list(name)
      if (first === undefined) problems.push(`${name} is missing`)
      const guessable = [first ?? '', ...others].filter(value => value !== '' && isGuessable(value))
      if (guessable.length > 0) problems.push(tooGuessable(name))
      return [Buffer.from(first ?? ''), ...others.map(value => Buffer.from(value))]
    },

    /** Comma separated, the first is the one in use: 32 bytes each in base64 or hex. */
    boxKeys(name: string): BoxKeys {
      const [first, ...others] = list(name).map(text =>
        Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'),
      )
      if (first && [first, ...others].every(isRandomKey)) return [first, ...others]
      problems.push(first ? `${name} must be 32 random bytes in base64 or hex` : `${name} is missing`)
      return [Buffer.alloc(32)]
    },
  }
}

function isGuessable(secret: string): boolean {
  return (
    secret.length < secretMinLength || new Set(secret).size < secretMinDifferent || placeholders.test(secret)
  )
}

function tooGuessable(name: string): string {
  return `${name} must be at least ${secretMinLength} characters that nobody else knows`
}

/** 32 bytes, and not the same one all over. */
function isRandomKey(key: Buffer): boolean {
  return key.length === 32 && new Set(key).size > 1
}

function protocolOf(address: string): string {
  try {
    return new URL(address).protocol
  } catch {
    return ''
  }
}
