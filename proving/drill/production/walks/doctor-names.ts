import { generateKeyPairSync } from 'node:crypto'

import type { Report } from '../report.ts'
import type { SetUp } from '../set-up.ts'

type Finding = { what: string; state: 'good' | 'warning' | 'problem'; says: string }

const { privateKey: strangersKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const licence = 'MBni88mRNM18dKdiVyDYCuddwXEQpl68dZAGBQ2nsOlGMzC9DkOVL5x'
const secret = 'bm90IHRoZSBzZWNyZXQgb2YgdGhpcyBzZXQtdXAuLi4='

/** Bad settings, each with a name or words that doctor must print for it. */
const badSettings: [changed: NodeJS.ProcessEnv, told: string][] = [
  [{ CONSENT_REQUIRED: 'off' }, 'CONSENT_REQUIRED'],
  [{ OVER_HTTPS: 'off' }, 'OVER_HTTPS'],
  [{ ACCEPTED_RISKS: '' }, 'AUA_SIGNING_KEY'],
  [{ OVER_HTTPS: 'perhaps' }, 'OVER_HTTPS'],
  [{ PORTAL_ORIGIN: '' }, 'PORTAL_ORIGIN'],
  [{ PORTAL_ORIGIN: 'portal' }, 'PORTAL_ORIGIN'],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED'],
  [{ DATABASE_NETWORK: '' }, 'DATABASE_URL'],
  [{ DATABASE_CONNECTIONS: '500' }, 'DATABASE_CONNECTIONS'],
  [{ DATABASE_URL: 'postgres://ekyc_server:x@database/ekyc' }, 'the password is wrong'],
  [{ DATABASE_URL: 'postgres://ekyc_server:x@nowhere.invalid/ekyc' }, 'name server'],
  [{ DATABASE_URL: 'postgres://ekyc_server:x@database:9/ekyc' }, 'nothing listens'],
  [{ DATABASE_URL: 'database' }, 'DATABASE_URL'],
  [{ AUTHORITY_TIMEOUT_MS: '60000' }, 'AUTHORITY_TIMEOUT_MS'],
  [{ AUTHORITY_TIMEOUT_MS: 'long' }, 'AUTHORITY_TIMEOUT_MS'],
  [{ AUTHORITY_URL: 'https://world:8443/else' }, 'AUTHORITY_URL'],
  [{ AUTHORITY_URL: 'https://nowhere.invalid/kyc' }, 'identity authority'],
  [{ AUTHORITY_URL: 'http://world:8443/authority' }, 'AUTHORITY_URL'],
  [{ AUA_CODE: 'NOBODY' }, 'AUA_CODE'],
  [{ AUA_CODE: '' }, 'AUA_CODE'],
  [{ AUA_LICENCE_KEY: licence }, 'AUA_LICENCE_KEY'],
  [{ ASA_LICENCE_KEY: licence }, 'ASA_LICENCE_KEY'],
  [{ AUA_SIGNING_KEY: strangersKey }, 'AUA_SIGNING_KEY'],
  [{ AUA_SIGNING_KEY: 'no key' }, 'AUA_SIGNING_KEY'],
  [{ AUA_SIGNING_CERTIFICATE: 'none' }, 'AUA_SIGNING_CERTIFICATE'],
  [{ KUA_DECRYPTION_KEY: strangersKey }, 'KUA_DECRYPTION_KEY'],
  [{ KUA_DECRYPTION_KEY: strangersKey, KUA_CERTIFICATE: '' }, 'KUA_DECRYPTION_KEY'],
  [{ AUTHORITY_SIGNING_CERTIFICATE_FILE: '/run/secrets/kua-certificate' }, 'AUTHORITY_SIGNING_CERTIFICATE'],
  [{ AUTHORITY_KEY_IDS: '20200101' }, 'AUTHORITY_KEY_IDS'],
  [{ PKCS11_MODULE: '/nowhere.so', PKCS11_PIN: '1' }, 'PKCS11_MODULE'],
  [{ AUA_SIGNING_KEY: 'pkcs11:token=a;object=b' }, 'PKCS11_MODULE'],
  [{ BANK_URL: 'https://world:8443/else' }, 'reference look-up'],
  [{ BANK_URL: 'https://world:9/bank' }, 'nothing listens'],
  [{ BANK_URL: 'http://world:8443/bank' }, 'BANK_URL'],
  [{ BANK_SECRET: `whsec_${secret}` }, 'reference look-up'],
  [{ BANK_SECRET: 'changeme' }, 'BANK_SECRET'],
  [{ SMS_URL: 'https://world:8443/else' }, 'SMS_URL'],
  [{ SMS_URL: 'https://world:8443/sms?' }, 'SMS'],
  [{ SMS_KEY: 'k-wrong-2291' }, 'SMS_KEY'],
  [{ NODE_EXTRA_CA_CERTS: '' }, 'NODE_EXTRA_CA_CERTS'],
  [{ PEPPER: 'short' }, 'PEPPER'],
  [{ PEPPER: secret, AUDIT_KEY: secret }, 'must differ'],
  [{ OUTBOX_KEY_FILE: '/run/secrets/nothing' }, 'OUTBOX_KEY'],
  [{ AUDIT_KEY: '' }, 'AUDIT_KEY'],
  [{ SMS_KEYY: 'k' }, 'SMS_KEYY'],
  [{ RESULTS: '' }, 'RESULTS'],
  [{ RESULTS: 'vault' }, 'VAULT_DATABASE_URL'],
  [{ DEMO_DATA: 'on' }, 'DEMO_DATA'],
  [{ BRANDING_FILE: '/app/branding/default.json' }, 'BRANDING_FILE'],
  [{ BRANDING_FILE: '/nowhere.json' }, 'BRANDING_FILE'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ TRUSTED_PROXIES: 'all' }, 'TRUSTED_PROXIES'],
  [{ DEVICE_REGISTRY: '{}' }, 'DEVICE_REGISTRY'],
  [{ POLICY_FILE: '/nowhere.json' }, 'POLICY_FILE'],
  [{ METRICS_PORT: '8080' }, 'METRICS_PORT'],
  [{ SESSION_IDLE_LIMIT_MS: 'x' }, 'SESSION_IDLE_LIMIT_MS'],
]

/** Checks that doctor finds nothing wrong in the running set-up, and names each bad setting. */
export async function doctorNames(setUp: SetUp, report: Report): Promise<void> {
  const green = await setUp.run('deploy/admin doctor', { mayFail: true })
  report.check('doctor calls a healthy set-up healthy', green.code === 0, lastLine(green.stdout))

  const unnamed: string[] = []
  for (const [changed, told] of badSettings) {
    const { code, stdout } = await setUp.run(
      `docker compose exec -T doctor env ${assignments(changed)} /app/deploy/entrypoint.sh admin doctor --json`,
      { mayFail: true },
    )
    const wrong = findingsIn(stdout).filter(({ state }) => state === 'problem')
    const isNamed = wrong.some(({ what, says }) => `${what} ${says}`.includes(told))
    if (code !== 1 || !isNamed)
      unnamed.push(`${Object.keys(changed).join(' and ')} (${wrong.map(({ what }) => what).join(', ')})`)
  }
  report.check(
    `doctor names each of ${badSettings.length} bad settings`,
    unnamed.length === 0,
    unnamed.join('; '),
  )

  const metrics = await setUp.run(
    'docker compose exec -T doctor node -e "fetch(\'http://127.0.0.1:9464/metrics\').then(async r => console.log(await r.text()))"',
  )
  report.check(
    'doctor serves its findings as metrics',
    /ekyc_doctor_last_examination_timestamp_seconds \d/.test(metrics.stdout) &&
      !metrics.stdout.includes('ekyc_doctor_problem{'),
  )
}

/** Empties NAME_FILE for each NAME, because doctor refuses both together. */
function assignments(changed: NodeJS.ProcessEnv): string {
  return Object.entries(changed)
    .flatMap(([name, value = '']) =>
      name.endsWith('_FILE') ? [`${name}='${value}'`] : [`${name}_FILE=`, `${name}='${value}'`],
    )
    .join(' ')
}

function findingsIn(stdout: string): Finding[] {
  try {
    return (JSON.parse(stdout) as { findings: Finding[] }).findings
  } catch {
    return []
  }
}

function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1)
}
