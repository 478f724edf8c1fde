import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

import { defaultPolicy, type Policy } from '../domain/policy.ts'
import { policyFrom } from './policy-from.ts'
import type { SettingSource } from './setting-source.ts'

export function settingValues({ optional, list, tell }: SettingSource) {
  return {
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
      const words = list(name)
      const chosen = choices.filter(choice => words.includes(choice))
      if (!words.every(one => choices.some(choice => choice === one)))
        tell(`${name} must be of ${choices.join(', ')}, comma separated`)
      return chosen
    },

    onOff(name: string, fallback: boolean): boolean {
      const value = optional(name)
      if (value === undefined) return fallback
      if (value !== 'on' && value !== 'off') tell(`${name} must be on or off`)
      return value === 'on'
    },

    /** `what` describes the shape in the problem's sentence. */
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
      const policyResult = policyFrom(parsedJson(text))
      policyResult.problems.forEach(tell)
      return policyResult.policy
    },

    /** Returns one sentence for each number of POLICY that this version no longer reads. */
    formerNumbers(): string[] {
      return policyFrom(parsedJson(optional('POLICY') ?? '{}')).former
    },
  }
}

/** Parses JSON. Returns undefined for invalid JSON, which no shape accepts. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
