import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { indiaDateTime } from '@ekyc/contract/india-time'

import type { ConsoleSettings } from '../../config/read-config.ts'
import { longestIdleMs, type ServerConfig } from '../../config/config.ts'
import { defaultRegistry } from '../../config/device-registry.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { buildInfo } from '../../process/build-info.ts'
import type { Command } from '../define-command.ts'
import type { Operator } from '../operator.ts'
import { cellText } from '../text-table.ts'

const verdictWords: Record<ControlVerdict['verdict'], string> = {
  kept: 'kept',
  half: 'HALF',
  'not yet': 'NOT YET',
  'not kept': 'NOT KEPT',
  bank: 'bank',
}

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
  await operator.audited('compliance.sign', async ({ row }) => {
    row.subject = `${says} (SHA-256 ${digest})`
  })
  const signature = Buffer.from(seals.signPage(page)).toString('hex')
  await operator.answer(
    `${page}${beforeSignature}${signature}`,
    { ...judged, page, signature },
    open.length > 0,
  )
}

/** Prints whether a page is unchanged since it was signed, and writes an audit row. */
async function checkReport(operator: Operator, path: string): Promise<void> {
  const file = await operator.readFile(path)
  const { seals } = await operator.open()
  const [page = '', signature = ''] = new TextDecoder().decode(file).split(beforeSignature)
  const isSigned = seals.isSignedPage(page, Buffer.from(signature.trim(), 'hex'))
  await operator.audited('compliance.check', async ({ row }) => {
    row.subject = isSigned ? 'as it was signed' : 'not as it was signed'
  })
  await operator.answer(
    isSigned
      ? 'The page is as it was signed under AUDIT_KEY.'
      : 'The page is NOT as it was signed under AUDIT_KEY.',
    { isSigned },
    !isSigned,
  )
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
  return `${verdictWords[verdict].padEnd(10)}${lines.map(cellText).join(`\n${' '.repeat(10)}`)}`
}

export type ControlVerdict = Omit<Control, 'settings'> & {
  /** 'not kept' means that the software can keep the control, but a setting of this installation prevents this. */
  verdict: 'kept' | 'half' | 'not yet' | 'not kept' | 'bank'
  settings: { name: string; value: string; asks: string; keeps: boolean }[]
}

function judgeControls(installation: Installation): {
  controls: ControlVerdict[]
  otherRules: ControlVerdict[]
} {
  const { controls, otherRules, settings } = readComplianceControls()
  const judged = (rows: Control[]) => rows.map(row => judgeControl(row, settings, installation))
  return { controls: judged(controls), otherRules: judged(otherRules) }
}

function judgeControl(
  { settings = [], ...control }: Control,
  asked: Record<string, string>,
  installation: Installation,
): ControlVerdict {
  const found = settings.flatMap(name => {
    const by = settingChecks[name]
    const asks = asked[name] ?? ''
    return by ? [{ name, value: by.value(installation), asks, keeps: by.keeps(installation) }] : []
  })
  const isKept = found.every(({ keeps }) => keeps)
  const verdict = control.state ?? 'bank'
  return { ...control, settings: found, verdict: isKept || verdict === 'not yet' ? verdict : 'not kept' }
}

/** A control or rule, as a row of docs/compliance.md and of the report of the command `admin compliance`. */
type Control = {
  /** The number in the auditor's list (1 to 77), or another rule's number (1.2 is section 1, row 2 of the rules). */
  number: string
  asks: string
  kept: 'software' | 'bank' | 'both'
  /** The degree to which the software keeps the control today. Absent if only the bank keeps the control. */
  state?: 'kept' | 'half' | 'not yet'
  /** The titles of the tests that prove the control. Each key is a test file's path from the repository's root. */
  tests?: Readonly<Record<string, readonly string[]>>
  /** The settings that decide whether an installation keeps the control. */
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

/** The settings of an installation: those of its servers, and those of its console (`consoleSettings`). */
type Installation = ServerConfig & { consoleSettings: ConsoleSettings }

/** A setting, or a number of the policy, that decides whether an installation keeps a control. */
type SettingCheck = {
  /** @returns the value as the report shows it, which is never a secret */
  value(installation: Installation): string
  keeps(installation: Installation): boolean
}

const inModule = (keys: readonly string[]) => keys.every(key => key.startsWith('pkcs11:'))

function switchedOn(
  isOn: (installation: Installation) => boolean,
  words: [on: string, off: string] = ['on', 'off'],
): SettingCheck {
  return { value: installation => words[isOn(installation) ? 0 : 1], keeps: isOn }
}

function inHardware(keysOf: (installation: Installation) => readonly string[]): SettingCheck {
  return {
    value: installation => (inModule(keysOf(installation)) ? 'hardware module' : 'PEM file'),
    keeps: installation => inModule(keysOf(installation)),
  }
}

function policyNumber(name: keyof ServerConfig['policy'], isKept: (number: number) => boolean): SettingCheck {
  return { value: ({ policy }) => String(policy[name]), keeps: ({ policy }) => isKept(policy[name]) }
}

export const settingChecks: Record<string, SettingCheck> = {
  CONSENT_REQUIRED: switchedOn(({ consentRequired }) => consentRequired),
  BRANDING_FILE: {
    value: ({ brandingFile }) => brandingFile,
    keeps: ({ brandingFile }) => !/branding[/\\]default\.json$/.test(brandingFile),
  },
  AUA_SIGNING_KEY: inHardware(({ authority }) => [authority.signingKey]),
  KUA_DECRYPTION_KEY: inHardware(({ authority }) => authority.decryptionKeys),
  RESULTS: {
    value: ({ results }) => results.mode,
    keeps: ({ results }) => results.mode !== 'outbox',
  },
  SECOND_FACTOR: {
    value: ({ secondFactor }) => secondFactor,
    keeps: ({ secondFactor }) => secondFactor === 'required',
  },
  secondFactorGraceDays: policyNumber('secondFactorGraceDays', days => days === 0),
  failuresBeforeLock: policyNumber('failuresBeforeLock', failures => failures > 0 && failures <= 3),
  SESSION_IDLE_LIMIT_MS: {
    value: ({ sessionIdleLimitMs }) => String(sessionIdleLimitMs ?? 'not set'),
    keeps: ({ sessionIdleLimitMs }) => (sessionIdleLimitMs ?? Infinity) <= longestIdleMs,
  },
  DEVICE_REGISTRY: {
    value: ({ captureRules: { devices } }) =>
      devices === defaultRegistry ? 'the one that ships' : devices ? `${devices.length} models` : 'not set',
    keeps: ({ captureRules: { devices } }) => devices !== undefined && devices !== defaultRegistry,
  },
  OLD_SYSTEMS: {
    value: ({ systems }) => (systems.refusesOld ? 'refuse' : 'tell'),
    keeps: () => true,
  },
  LEVEL_1_ONLY: switchedOn(({ captureRules }) => captureRules.level1Only),
  OVER_HTTPS: switchedOn(({ overHttps }) => overHttps),
  NODE_TLS_REJECT_UNAUTHORIZED: switchedOn(({ verifiesTls }) => verifiesTls, ['verified', '0']),
  DATABASE_NETWORK: {
    value: ({ databaseNetwork }) => databaseNetwork ?? 'not set',
    keeps: () => true,
  },
  FOUR_EYES: {
    value: ({ consoleSettings }) => consoleSettings.fourEyes ?? 'not set',
    keeps: ({ consoleSettings }) => consoleSettings.fourEyes === 'on',
  },
  OIDC_ISSUER: {
    value: ({ consoleSettings }) => consoleSettings.issuer ?? 'not set',
    keeps: ({ consoleSettings }) => consoleSettings.issuer !== undefined,
  },
  DEMO_DATA: switchedOn(({ demoData }) => !demoData, ['off', 'on']),
  TRUSTED_PROXIES: {
    value: ({ trustedProxies }) => (trustedProxies.length === 0 ? 'not set' : trustedProxies.join(', ')),
    keeps: ({ trustedProxies }) => trustedProxies.length > 0,
  },
  auditOnlineYears: policyNumber('auditOnlineYears', years => years >= 2),
  auditArchivedYears: policyNumber('auditArchivedYears', years => years >= 5),
  auditOtherYears: policyNumber('auditOtherYears', years => years >= 1),
}
