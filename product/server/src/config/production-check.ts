import type { Branding } from '@ekyc/contract/branding'
import { isPkcs11Uri } from '@ekyc/private-keys'

import { networkExposureOf, urlsOfHosts } from '../database/link/database-url.ts'
import { holderTextNames } from '../domain/messages/messages-for-holders.ts'
import { securityNoticeTexts, type SecurityNotice } from '../domain/messages/sms-texts.ts'
import { isLoopback } from '../network/is-loopback.ts'
import type { ServerConfig, DatabaseConfig } from './read-config.ts'
import type { AcceptedRisk } from './settings.ts'
import { level1Models, defaultRegistry, defaultRegistryDate } from './device-registry.ts'

const notices = Object.keys(securityNoticeTexts) as SecurityNotice[]

/** A production should keep an unused session open for so long at most, in ms. */
export const longestIdleMs = 30 * 60_000

/** @param misspelt sentences about unknown settings, which stop only a production */
export function checkConfigAtStart(
  config: ServerConfig,
  branding: Branding | undefined,
  misspelt: string[],
): { problems: string[]; warnings: string[] } {
  if (!config.production) return { problems: [], warnings: [...demoWarnings(config), ...misspelt] }
  return {
    problems: [
      ...clearHttp(config),
      ...settingRefusals(config),
      ...(branding ? demoBranding(branding) : []),
      ...misspelt,
    ],
    warnings: productionWarnings(config, branding),
  }
}

function settingRefusals(config: ServerConfig): string[] {
  const { acceptedRisks, authority, authorityTimeoutMs, bank, captureRules, results } = config
  const isRefused = (risk: AcceptedRisk) => !acceptedRisks.includes(risk)
  const keys = [authority.signingKey, ...authority.decryptionKeys].filter(Boolean)
  const passMs = results.mode === 'pass-through' ? results.passThroughMs : 0
  const longestSubmitMs = authorityTimeoutMs + bank.deadlineMs + passMs + resultWaitMs
  return sentences([
    config.demoData && 'DEMO_DATA must be off in production: its agents have a public password',
    ...exposedDatabases({ ...config, ...results }).map(({ name, change }) => `${name} ${change}`),
    !config.consentRequired &&
      isRefused('no-consent') &&
      'CONSENT_REQUIRED must be on: e-KYC without the recorded consent of the customer is against the law (ACCEPTED_RISKS=no-consent)',
    !config.overHttps &&
      isRefused('no-https') &&
      'OVER_HTTPS must be on: without HSTS browsers also come in clear text (ACCEPTED_RISKS=no-https)',
    !keys.every(isPkcs11Uri) &&
      isRefused('keys-in-files') &&
      'AUA_SIGNING_KEY and KUA_DECRYPTION_KEY must be pkcs11: addresses: the authority demands a hardware module for both (ACCEPTED_RISKS=keys-in-files)',
    captureRules.devices !== undefined &&
      !captureRules.level1Only &&
      isRefused('level-0') &&
      'LEVEL_1_ONLY must be on: the authority takes no device any more that does not encrypt in hardware (ACCEPTED_RISKS=level-0)',
    results.mode === 'outbox' &&
      isRefused('results-in-outbox') &&
      'RESULTS must be vault or pass-through: e-KYC that waits for the bank would lie beside the orders, under a key in a file (ACCEPTED_RISKS=results-in-outbox)',
    !results.sealingKeys.every(isPkcs11Uri) &&
      'SEALING_KEY must be in a hardware module (pkcs11:): a key in a file lies beside what it seals',
    isSamePlace(config.databaseUrl, results.vaultUrl) &&
      'VAULT_DATABASE_URL must name another database than DATABASE_URL',
    config.portalOrigin === undefined &&
      'PORTAL_ORIGIN is missing: passkeys, proofs of possession and OTPs are bound to it',
    !config.verifiesTls &&
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: every certificate would be taken (NODE_EXTRA_CA_CERTS names an authority of your own)',
    longestSubmitMs > proxyWaitMs &&
      `AUTHORITY_TIMEOUT_MS and BANK_TIMEOUT_MS${passMs > 0 ? ', with PASS_THROUGH_MS,' : ''} must be ${proxyWaitMs - resultWaitMs} together at most: a proxy waits ${proxyWaitMs / 1000} s for an answer, and a repeated submit ${resultWaitMs / 1000} s longer than they are`,
  ])
}

/** A repeated submit waits so long, in ms, until the first one's lease has ended and the sweep has come. */
const resultWaitMs = 12_000
/** docs/operations.md requires that a proxy waits so long for an answer, in ms. */
const proxyWaitMs = 45_000

function isSamePlace(one: string | undefined, other: string | undefined): boolean {
  const others = placesOf(other)
  return placesOf(one).some(place => others.includes(place))
}

function placesOf(url: string | undefined): string[] {
  const hosts = url === undefined ? [] : urlsOfHosts(url).filter(host => URL.canParse(host))
  return hosts.map(host => {
    const { hostname, port, pathname } = new URL(host)
    // The URL class knows no default port of PostgreSQL.
    return `${hostname.toLowerCase()}:${port || '5432'}${pathname}`
  })
}

/** `change` is the end of a sentence that begins with the setting's name. */
export function exposedDatabases({
  databaseUrl,
  vaultUrl,
  databaseNetwork,
}: Pick<DatabaseConfig, 'databaseUrl' | 'databaseNetwork'> & { vaultUrl?: string | undefined }) {
  if (databaseNetwork === 'trusted') return []
  const addresses = { DATABASE_URL: databaseUrl, VAULT_DATABASE_URL: vaultUrl }
  return Object.entries(addresses).flatMap(([name, url]) => {
    const isReadable = url !== undefined && urlsOfHosts(url).every(host => URL.canParse(host))
    const change = isReadable ? networkExposureOf(url) : undefined
    return change === undefined ? [] : [{ name, change }]
  })
}

/** Id numbers, results, OTPs and keys would travel in clear text. */
function clearHttp({ authority, bank, sms, traces }: ServerConfig): string[] {
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
  return sentences([
    fields.length > 0 &&
      `BRANDING_FILE must name the bank's own file: ${fields.join(', ')} ${fields.length > 1 ? 'are' : 'is'} the demo's`,
  ])
}

/** The values are those before decoding, so that the check finds the same secret in two settings. */
export function equalKeys(keys: { name: string; values: string[] }[]): string[] {
  return keys.flatMap((one, index) =>
    keys
      .slice(index + 1)
      .filter(other => one.values.some(value => other.values.includes(value)))
      .map(other => `${one.name} and ${other.name} must differ`),
  )
}

function productionWarnings(config: ServerConfig, branding: Branding | undefined): string[] {
  const { acceptedRisks, captureRules, secondFactor, sessionIdleLimitMs, trustedProxies } = config
  const { oneTimePassword, dlt, texts } = branding?.sms ?? {}
  return sentences([
    process.getuid?.() === 0 && 'The server runs as root: give it an account of its own',
    (sessionIdleLimitMs ?? Infinity) > longestIdleMs &&
      'SESSION_IDLE_LIMIT_MS is more than 30 minutes: an unused session stays open',
    secondFactor !== 'required' && `SECOND_FACTOR is ${secondFactor}: a password alone opens a session`,
    captureRules.devices === defaultRegistry &&
      `DEVICE_REGISTRY is not set: the registry of ${defaultRegistryDate} that ships is used, whose only L1 models are ${level1Models.join(', ')}; compare it with the authority's list of certified devices`,
    trustedProxies.length === 0 &&
      'TRUSTED_PROXIES is not set: behind a proxy all callers have one address, and share its limits',
    oneTimePassword?.includes('{mark}') === false &&
      'BRANDING_FILE has a text for OTPs without {mark}: an agent who asks twice cannot tell the messages apart',
    dlt !== undefined &&
      !notices.every(notice => texts?.[notice]) &&
      'BRANDING_FILE lacks registered texts (sms.texts: passkeyAdded, passwordChanged, newDevice): agents are not told of those',
    dlt !== undefined &&
      !holderTextNames.every(name => texts?.[name]) &&
      'BRANDING_FILE lacks registered texts (sms.texts: holderVerified and its like): the bank gets kyc.failed, and tells the holders of id numbers itself',
    config.databaseUrl === undefined &&
      'DATABASE_URL is not set: the private PostgreSQL serves one server, and nobody backs it up',
    config.kuaCertificates.length === 0 &&
      'KUA_CERTIFICATE is not set: nobody sees that KUA_DECRYPTION_KEY is another key, or when it ends',
    acceptedRisks.length > 0 &&
      `ACCEPTED_RISKS switches protections off that a production needs: ${acceptedRisks.join(', ')}`,
    config.apiReference && 'API_DOCS is on: the API reference is open to everybody who reaches the portal',
  ])
}

function demoWarnings({ host }: ServerConfig): string[] {
  return sentences([
    !isLoopback(host) &&
      'HOST opens the demo to the network: its agents have a public password, and its sandbox keys',
  ])
}

function sentences(said: (string | false)[]): string[] {
  return said.filter(sentence => sentence !== false)
}
