import { ControlRefused } from '../http/control-refused.ts'
import { defaultFinger } from '../people/people.ts'
import { isVendor, vendors, type Vendor } from '../registry.ts'
import {
  isScenario,
  scenarioNames,
  scenarios,
  verbs,
  type Effects,
  type ScenarioName,
  type Verb,
} from './scenarios.ts'

/** The settings of `PUT /device`. */
export type DeviceSettings = {
  /** Applies to the first service; those of `also` have no faults. */
  scenario: ScenarioName
  vendor: Vendor
  /** Further services, each on its own port. */
  also: readonly Vendor[]
  /** A name, or the reference of a demo customer: that customer's enrolled finger. */
  finger: string
  /** The time from the start of a capture to the touch. */
  delayMs: number
  /** Used by the scenario `error`. Some drivers send codes that are no numbers. */
  errCode: string
  /** Replaces the standard's text. */
  errInfo: string | null
  /** Replaces the device's score. */
  qScore: string | null
  /** Added to the computer's clock. */
  skewMs: number
  /** Added to each call of that verb, OPTIONS included. */
  slow: Readonly<Record<SlowVerb, number>>
  /** The verbs that a fault of the connection affects, instead of the scenario's. */
  verbs: readonly Verb[] | null
}

type SlowVerb = Verb | 'OPTIONS'

export const initialSettings: DeviceSettings = {
  scenario: 'ready',
  vendor: 'mantra',
  also: [],
  finger: defaultFinger,
  delayMs: 700,
  errCode: '730',
  errInfo: null,
  qScore: null,
  skewMs: 0,
  slow: { OPTIONS: 0, RDSERVICE: 0, DEVICEINFO: 0, CAPTURE: 0 },
  verbs: null,
}

/** Returns the changed settings; throws ControlRefused that names a wrong one. */
export function changedSettings(settings: DeviceSettings, change: unknown): DeviceSettings {
  if (!isRecord(change)) throw new ControlRefused('The body must be a JSON object')
  let changed = settings
  for (const [key, value] of Object.entries(change)) {
    if (!isSetting(key))
      throw new ControlRefused(`${key}: unknown; known are ${Object.keys(readers).join(', ')}`)
    changed = { ...changed, ...readers[key](value, changed) }
  }
  if (changed.also.includes(changed.vendor)) throw new ControlRefused('also: may not name the vendor itself')
  return changed
}

/** Returns the scenario's effects, overridden by the settings. */
export function effectsOf(settings: DeviceSettings): Effects {
  return {
    ...scenarios[settings.scenario],
    ...(settings.scenario === 'error' && { errCode: settings.errCode }),
    ...(settings.errInfo !== null && { errInfo: settings.errInfo }),
    ...(settings.qScore !== null && { qScore: settings.qScore }),
    ...(settings.skewMs !== 0 && { skewMs: settings.skewMs }),
    ...(settings.verbs && { verbs: settings.verbs }),
  }
}

type Reader = (value: unknown, before: DeviceSettings) => Partial<DeviceSettings>

const readers: Record<keyof DeviceSettings, Reader> = {
  scenario: value => ({ scenario: oneOf('scenario', value, isScenario, scenarioNames) }),
  vendor: value => ({ vendor: oneOf('vendor', value, isVendor, vendors) }),
  also: value => ({ also: listOf('also', value, isVendor, vendors) }),
  finger: value => ({ finger: text('finger', value, 100) }),
  delayMs: value => ({ delayMs: milliseconds('delayMs', value) }),
  errCode: value => ({ errCode: text('errCode', value, 20) }),
  errInfo: value => ({ errInfo: value === null ? null : text('errInfo', value, 5000) }),
  qScore: value => ({
    qScore: value === null ? null : text('qScore', typeof value === 'number' ? `${value}` : value, 50),
  }),
  skewMs: value => ({ skewMs: skew(value) }),
  slow: (value, before) => ({ slow: { ...before.slow, ...slow(value) } }),
  verbs: value => ({ verbs: value === null ? null : listOf('verbs', value, isVerb, verbs) }),
}

function isSetting(key: string): key is keyof DeviceSettings {
  return Object.hasOwn(readers, key)
}

function isVerb(name: string): name is Verb {
  return verbs.some(verb => verb === name)
}

function isSlowVerb(name: string): name is SlowVerb {
  return name === 'OPTIONS' || isVerb(name)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function oneOf<T extends string>(
  key: string,
  value: unknown,
  is: (name: string) => name is T,
  all: readonly T[],
): T {
  if (typeof value === 'string' && is(value)) return value
  throw new ControlRefused(`${key}: ${shown(value)} is none of ${all.join(', ')}`)
}

function listOf<T extends string>(
  key: string,
  value: unknown,
  is: (name: string) => name is T,
  all: readonly T[],
): T[] {
  const given: unknown = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value
  if (!Array.isArray(given)) throw new ControlRefused(`${key}: must be a list of ${all.join(', ')}`)
  const list = given.map((item: unknown) => oneOf(key, item, is, all))
  if (new Set(list).size !== list.length) throw new ControlRefused(`${key}: names one twice`)
  return list
}

function text(key: string, value: unknown, longest: number): string {
  if (typeof value === 'string' && value !== '' && value.length <= longest) return value
  throw new ControlRefused(`${key}: must be text of 1 to ${longest} characters`)
}

function milliseconds(key: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 120_000) return value
  throw new ControlRefused(`${key}: must be milliseconds from 0 to 120000`)
}

function skew(value: unknown): number {
  if (typeof value === 'number' && Math.abs(value) <= tenYearsMs) return value
  throw new ControlRefused('skewMs: must be milliseconds, ten years at the most')
}

const tenYearsMs = 10 * 365 * 86_400_000

function slow(value: unknown): Partial<Record<SlowVerb, number>> {
  if (!isRecord(value)) throw new ControlRefused('slow: must be an object of verbs and milliseconds')
  return Object.fromEntries(
    Object.entries(value).map(([verb, ms]) => {
      if (!isSlowVerb(verb))
        throw new ControlRefused(`slow: ${shown(verb)} is none of OPTIONS, ${verbs.join(', ')}`)
      return [verb, milliseconds(`slow.${verb}`, ms)]
    }),
  )
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? 'undefined'
}
