import type { Config } from './config.ts'
import type { Branding } from './http/branding.ts'
import { isLoopback } from './is-loopback.ts'

/** Inputs of the check beside the settings. */
export type StartFacts = {
  branding: Branding | undefined
  /** Undecoded values, so that one secret in two settings is found. */
  rawKeys: { name: string; values: string[] }[]
  /** One sentence for each name that resembles a setting. */
  misspelt: string[]
  /** undefined where the system has no user ids. */
  userId: number | undefined
}

export type StartFindings = { problems: string[]; warnings: string[] }

/** Lists what stops a bank's production or deserves a warning. A demo gets a warning about its own danger. */
export function checkStart(config: Config, facts: StartFacts): StartFindings {
  const isForbidden = config.production
  return {
    problems: [
      ...equalKeys(facts.rawKeys),
      ...(isForbidden ? [...refusals(config, facts), ...facts.misspelt] : []),
    ],
    warnings: isForbidden ? warnings(config, facts) : [...demoWarnings(config), ...facts.misspelt],
  }
}

function refusals(config: Config, { branding }: StartFacts): string[] {
  return [
    ...(config.demoData ? ['DEMO_DATA must be off in production: its agents have a public password'] : []),
    ...clearHttp(config),
    ...(branding ? demoBranding(branding) : []),
  ]
}

/** Reports external services over http, which would receive id numbers, results, OTPs and keys in clear text. */
function clearHttp({ authority, bank, sms, traces }: Config): string[] {
  const addresses = {
    AUTHORITY_URL: authority.url,
    BANK_URL: bank.url,
    SMS_URL: sms.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: traces?.endpoint ?? '',
  }
  return Object.entries(addresses).flatMap(([name, address]) => {
    const url = URL.canParse(address) ? new URL(address) : undefined
    return url?.protocol === 'http:' && !isLoopback(url.hostname)
      ? [`${name} must be an https address: http is for this computer alone`]
      : []
  })
}

const ofTheDemo = /demo bank|\bexample\.com\b/i

function demoBranding(branding: Branding): string[] {
  const fields = Object.entries(branding).flatMap(([field, value]) =>
    ofTheDemo.test(JSON.stringify(value)) ? [field] : [],
  )
  return fields.length > 0
    ? [
        `BRANDING_FILE must name the bank's own file: ${fields.join(', ')} ${fields.length > 1 ? 'are' : 'is'} the demo's`,
      ]
    : []
}

function equalKeys(keys: StartFacts['rawKeys']): string[] {
  return keys.flatMap((one, index) =>
    keys
      .slice(index + 1)
      .filter(other => one.values.some(value => other.values.includes(value)))
      .map(other => `${one.name} and ${other.name} must differ`),
  )
}

function warnings(config: Config, { branding, userId }: StartFacts): string[] {
  const { captureRules, sessionIdleLimitMs, trustedProxies } = config
  const said: [boolean, string][] = [
    [userId === 0, 'The server runs as root: give it an account of its own'],
    [
      sessionIdleLimitMs === undefined,
      'SESSION_IDLE_LIMIT_MS is not set: a session lasts 6.9 days, used or not',
    ],
    [
      captureRules.devices === undefined,
      'DEVICE_REGISTRY is not set: every device with a certificate is taken here, and the identity authority alone refuses those that are not L1',
    ],
    [
      captureRules.devices !== undefined && !captureRules.level1Only,
      'LEVEL_1_ONLY is off: devices that do not encrypt in hardware are taken',
    ],
    [
      trustedProxies.length === 0,
      'TRUSTED_PROXIES is not set: behind a proxy all callers have one address, and share its limits',
    ],
    [
      branding?.sms !== undefined && !branding.sms.oneTimePassword.includes('{mark}'),
      'BRANDING_FILE has a text for OTPs without {mark}: an agent who asks twice cannot tell the messages apart',
    ],
    [config.apiReference, 'API_DOCS is on: the API reference is open to everybody who reaches the portal'],
  ]
  return said.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []))
}

function demoWarnings({ host }: Config): string[] {
  return isLoopback(host)
    ? []
    : ['HOST opens the demo to the network: its agents have a public password, and its sandbox keys']
}
