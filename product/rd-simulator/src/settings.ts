import { changed, ControlRefused, listOf, nullable, number, oneOf, text, type Fields } from './control.ts'
import { vendors, type Vendor } from './registry.ts'
import { scenarioNames, scenarios, verbs, type Effects, type ScenarioName, type Verb } from './scenarios.ts'

/** The settings of `PUT /device`. */
export type DeviceSettings = {
  /** The scenario of the first service. The services of `also` have no faults. */
  scenario: ScenarioName
  vendor: Vendor
  /** The vendors of further services, each of which has a port of its own. */
  also: readonly Vendor[]
  /** The name of a finger, or the reference of a demo customer for that customer's enrolled finger. */
  finger: string
  /** The time from the start of a capture to the touch, in ms. */
  delayMs: number
  /** The errCode of the scenario `error`. It is a string, because some drivers' codes are not numbers. */
  errCode: string
  /** The errInfo that replaces the text of the scenario or the standard; null keeps that text. */
  errInfo: string | null
  /** The qScore that replaces the score of the scenario or the device; null keeps that score. */
  qScore: string | null
  /** The milliseconds that are added to the computer's clock; 0 keeps the scenario's value. */
  skewMs: number
  /** The extra duration of each call by verb, in ms. OPTIONS calls have a value of their own. */
  slow: Readonly<Record<Verb | 'OPTIONS', number>>
  /** The verbs whose calls get the scenario's faults; null stands for the verbs of the scenario. */
  verbs: readonly Verb[] | null
}

/** The finger that the device presents by default. */
export const defaultFinger = 'default finger'

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

/** Returns the changed settings. If a setting is wrong, throws ControlRefused, which names the setting. */
export function changedSettings(settings: DeviceSettings, change: unknown): DeviceSettings {
  const slow = (value: unknown) => ({ ...settings.slow, ...readSlow(value) })
  const next = changed(settings, change, { ...fields, slow })
  if (next.also.includes(next.vendor)) throw new ControlRefused('also: may not name the vendor itself')
  return next
}

/** Returns the effects of the scenario. Some settings, such as qScore, replace the scenario's values. */
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

const tenYearsMs = 10 * 365 * 86_400_000
const delay = number('milliseconds', 0, 120_000)

const fields: Fields<Omit<DeviceSettings, 'slow'>> = {
  scenario: oneOf(scenarioNames),
  vendor: oneOf(vendors),
  also: listOf(vendors),
  finger: text(100),
  delayMs: delay,
  errCode: text(20),
  errInfo: nullable(text(5000)),
  qScore: nullable((value, name) => text(50)(typeof value === 'number' ? `${value}` : value, name)),
  skewMs: number('milliseconds', -tenYearsMs, tenYearsMs),
  verbs: nullable(listOf(verbs)),
}

function readSlow(value: unknown): Partial<DeviceSettings['slow']> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ControlRefused('slow: must be an object of verbs and milliseconds')
  const verb = oneOf(['OPTIONS', ...verbs])
  return Object.fromEntries(
    Object.entries(value).map(([name, ms]) => [verb(name, 'slow'), delay(ms, `slow.${name}`)]),
  )
}
