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
const place = (keys: readonly string[]) => (inModule(keys) ? 'hardware module' : 'PEM file')
const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')

export const settingsKept: Record<string, KeptBy> = {
  CONSENT_REQUIRED: {
    value: ({ consentRequired }) => onOff(consentRequired),
    keeps: ({ consentRequired }) => consentRequired,
  },
  BRANDING_FILE: {
    value: ({ brandingFile }) => brandingFile,
    keeps: ({ brandingFile }) => !/branding[/\\]default\.json$/.test(brandingFile),
  },
  AUA_SIGNING_KEY: {
    value: ({ authority }) => place([authority.signingKey]),
    keeps: ({ authority }) => inModule([authority.signingKey]),
  },
  KUA_DECRYPTION_KEY: {
    value: ({ authority }) => place(authority.decryptionKeys),
    keeps: ({ authority }) => inModule(authority.decryptionKeys),
  },
  RESULTS: {
    value: ({ results }) => results.mode,
    keeps: ({ results }) => results.mode !== 'outbox',
  },
  SECOND_FACTOR: {
    value: ({ secondFactor }) => secondFactor,
    keeps: ({ secondFactor }) => secondFactor === 'required',
  },
  secondFactorGraceDays: {
    value: ({ policy }) => String(policy.secondFactorGraceDays),
    keeps: ({ policy }) => policy.secondFactorGraceDays === 0,
  },
  failuresBeforeLock: {
    value: ({ policy }) => String(policy.failuresBeforeLock),
    keeps: ({ policy }) => policy.failuresBeforeLock > 0 && policy.failuresBeforeLock <= 3,
  },
  SESSION_IDLE_LIMIT_MS: {
    value: ({ sessionIdleLimitMs }) => String(sessionIdleLimitMs ?? 'not set'),
    keeps: ({ sessionIdleLimitMs }) =>
      sessionIdleLimitMs !== undefined && sessionIdleLimitMs <= longestIdleMs,
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
  LEVEL_1_ONLY: {
    value: ({ captureRules }) => onOff(captureRules.level1Only),
    keeps: ({ captureRules }) => captureRules.level1Only,
  },
  OVER_HTTPS: {
    value: ({ overHttps }) => onOff(overHttps),
    keeps: ({ overHttps }) => overHttps,
  },
  NODE_TLS_REJECT_UNAUTHORIZED: {
    value: ({ verifiesTls }) => (verifiesTls ? 'verified' : '0'),
    keeps: ({ verifiesTls }) => verifiesTls,
  },
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
  DEMO_DATA: {
    value: ({ demoData }) => onOff(demoData),
    keeps: ({ demoData }) => !demoData,
  },
  TRUSTED_PROXIES: {
    value: ({ trustedProxies }) => (trustedProxies.length === 0 ? 'not set' : trustedProxies.join(', ')),
    keeps: ({ trustedProxies }) => trustedProxies.length > 0,
  },
  auditOnlineYears: {
    value: ({ policy }) => String(policy.auditOnlineYears),
    keeps: ({ policy }) => policy.auditOnlineYears >= 2,
  },
  auditArchivedYears: {
    value: ({ policy }) => String(policy.auditArchivedYears),
    keeps: ({ policy }) => policy.auditArchivedYears >= 5,
  },
  auditOtherYears: {
    value: ({ policy }) => String(policy.auditOtherYears),
    keeps: ({ policy }) => policy.auditOtherYears >= 1,
  },
}
