import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { indiaDateTime } from '@ekyc/contract/india-time'

import type { ConsoleSettings, ServerConfig } from '../../config/read-config.ts'
import { longestIdleMs } from '../../config/production-check.ts'
import { defaultRegistry } from '../../config/device-registry.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { buildInfo } from '../../process/build-info.ts'
import type { Command } from '../define-command.ts'
import type { Operator } from '../operator.ts'
import { cellText } from '../text-table.ts'

const beforeSignature = '\n\nSignature by AUDIT_KEY: '

export const complianceCommand: Command = {
  name: 'compliance',
  summary:
    "Tells of each of the auditor's controls who keeps it, and whether these settings do; exit code 1 if one does not.",
  description: `Needs all settings of the server, as doctor does, and shows no secret. Without --sign it asks no database and leaves
nothing in the audit trail. docs/compliance.md names the tests of each control.`,
  options: {
    sign: ['--sign', 'sign the report under AUDIT_KEY'],
    path: ['--check <FILE>', 'tell whether a report is as it was signed, and do nothing else'],
  },
  examples: ['', '--sign > compliance.txt', '--check compliance.txt'],
  run: ({ sign = false, path }: { sign?: boolean; path?: string }, operator) =>
    path === undefined ? report(operator, sign) : checkReport(operator, path),
}

async function report(operator: Operator, isToSign: boolean): Promise<void> {
  const { config, problems } = operator.examineSettings()
  if (problems.length > 0)
    throw new CommandRefused(`A server with these settings does not start:\n${problems.join('\n')}`)
  const judged = judgeControls({ ...config, consoleSettings: operator.consoleSettings() })
  const open = [...judged.controls, ...judged.otherRules].filter(({ verdict }) => verdict === 'not kept')
  if (!isToSign) return operator.answer(reportOf(judged, new Date()), judged, open.length > 0)
  const { seals, now } = await operator.open()
  const page = reportOf(judged, now())
  const says = open.length === 0 ? 'settings keep all' : `not kept: ${open.map(row => row.number).join(', ')}`
  const digest = createHash('sha256').update(page).digest('hex')
  await operator.record('compliance.sign', `${says} (SHA-256 ${digest})`)
  const signature = Buffer.from(seals.signPage(page)).toString('hex')
  await operator.answer(
    `${page}${beforeSignature}${signature}`,
    { ...judged, page, signature },
    open.length > 0,
  )
}

async function checkReport(operator: Operator, path: string): Promise<void> {
  const file = await operator.readFile(path)
  const { seals } = await operator.open()
  const [page = '', signature = ''] = new TextDecoder().decode(file).split(beforeSignature)
  const isSigned = seals.isSignedPage(page, Buffer.from(signature.trim(), 'hex'))
  const verdict = isSigned ? 'as it was signed' : 'not as it was signed'
  await operator.record('compliance.check', verdict)
  const text = `The page is ${verdict.replace('not', 'NOT')} under AUDIT_KEY.`
  await operator.answer(text, { isSigned }, !isSigned)
}

function reportOf(judged: ReturnType<typeof judgeControls>, at: Date): string {
  const count = (verdict: ControlVerdict['verdict']) =>
    judged.controls.filter(row => row.verdict === verdict).length
  return [
    `Controls of agent eKYC portal ${buildInfo.version} (${buildInfo.commit}), ${indiaDateTime(at).replace('T', ' ')} in India`,
    "The auditor's 77 controls",
    ...judged.controls.map(blockOf),
    'Other rules of 2025 to 2027',
    ...judged.otherRules.map(blockOf),
    `Of 77 controls the bank keeps ${count('bank')} alone. Of the others software keeps ${count('kept')}, ${count('half')} half, ${count('not yet')} not yet, and ${count('not kept')} not by these settings.`,
    'For the auditor (name, date, signature): ________________________________________',
  ].join('\n\n')
}

function blockOf(row: ControlVerdict): string {
  const { number, asks, kept, verdict, settings, note } = row
  const tests = Object.values(row.tests ?? {}).flat().length
  const lines = [
    `${number}. ${asks}`,
    `kept by ${kept === 'both' ? 'software and bank' : kept}${tests > 0 ? `; tests of this version: ${tests}` : ''}`,
    ...settings.map(
      ({ name, value, asks: wanted, keeps }) =>
        `${name}: ${value}${keeps ? '' : `, and the control asks for ${wanted}`}`,
    ),
    ...(note === undefined ? [] : [note]),
  ]
  const word = verdict === 'kept' || verdict === 'bank' ? verdict : verdict.toUpperCase()
  return `${word.padEnd(10)}${lines.map(cellText).join(`\n${' '.repeat(10)}`)}`
}

export type ControlVerdict = Omit<Control, 'settings'> & {
  /** 'not kept' means that the software can keep the control, but a setting of this installation prevents this. */
  verdict: 'kept' | 'half' | 'not yet' | 'not kept' | 'bank'
  settings: { name: string; value: string; asks: string; keeps: boolean }[]
}

function judgeControls(installation: Installation) {
  const { controls, otherRules, settings } = readComplianceControls()
  const judge = ({ settings: names = [], ...control }: Control): ControlVerdict => {
    const judged = names.flatMap(name => {
      const setting = settingChecks[name]?.(installation)
      return setting ? [{ name, ...setting, asks: settings[name] ?? '' }] : []
    })
    const verdict = control.state ?? 'bank'
    const isKept = verdict === 'not yet' || judged.every(({ keeps }) => keeps)
    return { ...control, settings: judged, verdict: isKept ? verdict : 'not kept' }
  }
  return { controls: controls.map(judge), otherRules: otherRules.map(judge) }
}

type Control = {
  /** The auditor's list has the numbers 1 to 77. The number of another rule, such as 1.2, is its section and row. */
  number: string
  asks: string
  kept: 'software' | 'bank' | 'both'
  /** How far the software keeps the control today. Absent if only the bank keeps it. */
  state?: 'kept' | 'half' | 'not yet'
  /** The titles of the tests that prove the control, by the path of their file. */
  tests?: Readonly<Record<string, readonly string[]>>
  /** They decide whether an installation keeps the control. */
  settings?: readonly string[]
  /** The duty that remains with the bank, or the part that is missing. */
  note?: string
}

/** `settings` tells what the controls ask of each setting that they name. */
type Controls = { controls: Control[]; otherRules: Control[]; settings: Record<string, string> }

export function readComplianceControls(): Controls {
  const file = join(import.meta.dirname, '../../../../../docs/compliance.json')
  return JSON.parse(readFileSync(file, 'utf8')) as Controls
}

type Installation = ServerConfig & { consoleSettings: ConsoleSettings }

/** The value as the report shows it, which is never a secret. */
type JudgedSetting = { value: string; keeps: boolean }

const notSet = 'not set'

function on(isOn: boolean): JudgedSetting {
  return { value: isOn ? 'on' : 'off', keeps: isOn }
}

function inHardware(keys: readonly string[]): JudgedSetting {
  const keeps = keys.every(key => key.startsWith('pkcs11:'))
  return { value: keeps ? 'hardware module' : 'PEM file', keeps }
}

function judgedNumber(number: number, isKept: (number: number) => boolean): JudgedSetting {
  return { value: String(number), keeps: isKept(number) }
}

/** The settings, and the numbers of the policy, that decide whether an installation keeps a control. */
export const settingChecks: Record<string, (installation: Installation) => JudgedSetting> = {
  CONSENT_REQUIRED: ({ consentRequired }) => on(consentRequired),
  BRANDING_FILE: ({ brandingFile: value }) => ({ value, keeps: !/branding[/\\]default\.json$/.test(value) }),
  AUA_SIGNING_KEY: ({ authority }) => inHardware([authority.signingKey]),
  KUA_DECRYPTION_KEY: ({ authority }) => inHardware(authority.decryptionKeys),
  RESULTS: ({ results }) => ({ value: results.mode, keeps: results.mode !== 'outbox' }),
  SECOND_FACTOR: ({ secondFactor: value }) => ({ value, keeps: value === 'required' }),
  secondFactorGraceDays: ({ policy }) => judgedNumber(policy.secondFactorGraceDays, days => days === 0),
  failuresBeforeLock: ({ policy }) =>
    judgedNumber(policy.failuresBeforeLock, failures => failures > 0 && failures <= 3),
  SESSION_IDLE_LIMIT_MS: ({ sessionIdleLimitMs: limit }) => ({
    value: String(limit ?? notSet),
    keeps: limit !== undefined && limit <= longestIdleMs,
  }),
  DEVICE_REGISTRY: ({ captureRules: { devices } }) => ({
    value: devices === defaultRegistry ? 'the one that ships' : devices ? `${devices.length} models` : notSet,
    keeps: devices !== undefined && devices !== defaultRegistry,
  }),
  OLD_SYSTEMS: ({ systems }) => ({ value: systems.refusesOld ? 'refuse' : 'tell', keeps: true }),
  LEVEL_1_ONLY: ({ captureRules }) => on(captureRules.level1Only),
  OVER_HTTPS: ({ overHttps }) => on(overHttps),
  NODE_TLS_REJECT_UNAUTHORIZED: ({ verifiesTls: keeps }) => ({ value: keeps ? 'verified' : '0', keeps }),
  DATABASE_NETWORK: ({ databaseNetwork }) => ({ value: databaseNetwork ?? notSet, keeps: true }),
  FOUR_EYES: ({ consoleSettings: { fourEyes } }) => ({ value: fourEyes ?? notSet, keeps: fourEyes === 'on' }),
  OIDC_ISSUER: ({ consoleSettings: { issuer } }) => ({
    value: issuer ?? notSet,
    keeps: issuer !== undefined,
  }),
  DEMO_DATA: ({ demoData }) => ({ value: demoData ? 'on' : 'off', keeps: !demoData }),
  TRUSTED_PROXIES: ({ trustedProxies }) => ({
    value: trustedProxies.join(', ') || notSet,
    keeps: trustedProxies.length > 0,
  }),
  auditOnlineYears: ({ policy }) => judgedNumber(policy.auditOnlineYears, years => years >= 2),
  auditArchivedYears: ({ policy }) => judgedNumber(policy.auditArchivedYears, years => years >= 5),
  auditOtherYears: ({ policy }) => judgedNumber(policy.auditOtherYears, years => years >= 1),
}
