import type { ConsoleDoorSettings } from '../config/config-from.ts'
import { longestIdleMs, type Config } from '../config/config.ts'
import { shippedDevices } from '../config/shipped-devices.ts'

/** The settings of an installation: those of its servers, and those of its console (`door`). */
export type Installation = Config & { door: ConsoleDoorSettings }

/** A setting, or a number of the policy, that decides whether an installation keeps a control. */
export type KeptBy = {
  /** @returns the value as the report shows it, which is never a secret */
  value(installation: Installation): string
  keeps(installation: Installation): boolean
}

const inModule = (keys: readonly string[]) => keys.every(key => key.startsWith('pkcs11:'))

function switchedOn(
  isOn: (installation: Installation) => boolean,
  words: [on: string, off: string] = ['on', 'off'],
): KeptBy {
  return { value: installation => words[isOn(installation) ? 0 : 1], keeps: isOn }
}

function inHardware(keysOf: (installation: Installation) => readonly string[]): KeptBy {
  return {
    value: installation => (inModule(keysOf(installation)) ? 'hardware module' : 'PEM file'),
    keeps: installation => inModule(keysOf(installation)),
  }
}

function policyNumber(name: keyof Config['policy'], isKept: (number: number) => boolean): KeptBy {
  return { value: ({ policy }) => String(policy[name]), keeps: ({ policy }) => isKept(policy[name]) }
}

export const settingsKept: Record<string, KeptBy> = {
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
      devices === shippedDevices ? 'the one that ships' : devices ? `${devices.length} models` : 'not set',
    keeps: ({ captureRules: { devices } }) => devices !== undefined && devices !== shippedDevices,
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
    value: ({ door }) => door.fourEyes ?? 'not set',
    keeps: ({ door }) => door.fourEyes === 'on',
  },
  OIDC_ISSUER: {
    value: ({ door }) => door.issuer ?? 'not set',
    keeps: ({ door }) => door.issuer !== undefined,
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
