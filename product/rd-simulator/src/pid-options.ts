import { DOMParser, onWarningStopParsing, type Element } from '@xmldom/xmldom'

import type { ErrorCode } from './error-codes.ts'

/** The options of a capture, read from valid PidOptions. */
export type PidOptions = {
  fCount: number
  fType: FingerType
  timeoutMs: number
  posh: string
  wadh: string | undefined
  extra: Readonly<Record<string, string>>
}

/** The kind of fingerprint data: 0 for minutiae (FMR), 1 for images (FIR), 2 for both (since about 2022). */
export type FingerType = '0' | '1' | '2'

/** The rules for PidOptions in which drivers differ. */
export type OptionRules = {
  fTypes: readonly string[]
  env: readonly string[]
  envRequired: boolean
}

/**
 * Reads PidOptions as strictly as the standard demands of a driver. If rules are broken, returns the error with the
 * lowest code. An empty attribute counts as absent, because all attributes are empty in the standard's example.
 */
export function readPidOptions(xml: string, rules: OptionRules): PidOptions | { refused: ErrorCode } {
  const root = parse(xml)
  const opts = root && optsOf(root)
  if (!root || !opts) return { refused: '100' }
  const attribute = (name: string) => opts.getAttribute(name) || undefined
  const refused = checks.find(([, holds]) => !holds(attribute, rules, root))?.[0]
  if (refused) return { refused }
  return {
    fCount: Number(attribute('fCount')),
    fType: fingerTypes.find(type => type === attribute('fType')) ?? '0',
    timeoutMs: Number(attribute('timeout') ?? defaultTimeoutMs),
    posh: attribute('posh') ?? 'UNKNOWN',
    wadh: attribute('wadh'),
    extra: Object.fromEntries(echoed.map(name => [name, opts.getAttribute(name) ?? ''])),
  }
}

const defaultTimeoutMs = 10_000
const fingerTypes: readonly FingerType[] = ['0', '1', '2']
const echoed = ['pTimeout', 'pgCount']
const standardAttributes =
  'fCount fType iCount iType pCount pType format pidVer timeout otp wadh posh env'.split(' ')
const positions = /^(LEFT|RIGHT)_(INDEX|MIDDLE|RING|LITTLE|THUMB)$/

type Attribute = (name: string) => string | undefined
type Check = readonly [ErrorCode, (attribute: Attribute, rules: OptionRules, root: Element) => boolean]

const checks: readonly Check[] = [
  ['110', (attribute, rules) => rules.fTypes.includes(attribute('fType') ?? '0')],
  ['120', attribute => isCount(attribute('fCount'), 1, 10)],
  ['130', attribute => isCount(attribute('iCount') ?? '0', 0, 2)],
  ['140', attribute => (attribute('iType') ?? '0') === '0'],
  ['150', attribute => attribute('pidVer') === '2.0'],
  ['160', attribute => isTimeout(attribute('timeout'))],
  ['170', attribute => isPosition(attribute('posh') ?? 'UNKNOWN', Number(attribute('fCount')))],
  ['180', attribute => (attribute('pCount') ?? '0') === '0'],
  ['190', attribute => ['0', '1'].includes(attribute('format') ?? '0')],
  ['200', (_, __, root) => isDemo(childOf(root, 'Demo'))],
  ['210', attribute => (attribute('format') ?? '0') === '0'],
  ['220', (attribute, rules) => isEnvironment(attribute('env'), rules)],
  ['760', attribute => (attribute('iCount') ?? '0') === '0'],
]

function parse(xml: string): Element | undefined {
  if (/<!/.test(xml)) return undefined
  try {
    const parser = new DOMParser({ onError: onWarningStopParsing })
    return parser.parseFromString(xml, 'text/xml').documentElement ?? undefined
  } catch {
    return undefined
  }
}

function optsOf(root: Element): Element | undefined {
  const names = elementsOf(root).map(child => child.nodeName)
  const hasKnownNames = names.every(name => ['Opts', 'Demo', 'CustOpts'].includes(name))
  const opts = childOf(root, 'Opts')
  if (root.nodeName !== 'PidOptions' || root.getAttribute('ver') !== '1.0') return undefined
  if (!hasKnownNames || !opts || new Set(names).size !== names.length) return undefined
  const allowed = [...standardAttributes, ...echoed]
  return [...opts.attributes].every(({ name }) => allowed.includes(name)) ? opts : undefined
}

function childOf(root: Element, name: string): Element | undefined {
  return elementsOf(root).find(child => child.nodeName === name)
}

function elementsOf(parent: Element): Element[] {
  return [...parent.getElementsByTagName('*')].filter(child => child.parentNode === parent)
}

function isCount(text: string | undefined, least: number, most: number): boolean {
  return /^\d{1,2}$/.test(text ?? '') && Number(text) >= least && Number(text) <= most
}

/** Accepts a time-out of more than 1000 ms with at most five digits, which is the strictest limit of known drivers. */
function isTimeout(text = String(defaultTimeoutMs)): boolean {
  return /^\d{4,5}$/.test(text) && Number(text) > 1000
}

function isPosition(posh: string, fCount: number): boolean {
  const fingers = posh.split(',')
  if (posh === 'UNKNOWN') return true
  return (
    fingers.length === fCount &&
    new Set(fingers).size === fCount &&
    fingers.every(finger => positions.test(finger))
  )
}

function isDemo(demo: Element | undefined): boolean {
  if (!demo) return true
  const children = elementsOf(demo)
  if (children.length === 0) return (demo.textContent ?? '').trim() === ''
  return children.every(child => ['Pi', 'Pa', 'Pfa'].includes(child.nodeName))
}

function isEnvironment(env: string | undefined, rules: OptionRules): boolean {
  return env === undefined ? !rules.envRequired : rules.env.includes(env)
}
