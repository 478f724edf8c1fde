import { parseArgs } from 'node:util'

import type { ServerConfig } from '../../product/server/src/config/read-config.ts'
import { bankChecks } from './bank-checks.ts'
import { type Check, walk } from './check.ts'
import { smsChecks } from './sms-checks.ts'

export type Surroundings = {
  /** Returns the settings of the bank, with secrets from the environment. Throws ConfigError, as `smsSettings` does. */
  bankSettings: (url: string) => ServerConfig['bank']
  smsSettings: (url: string) => ServerConfig['sms']
  now: () => Date
  say: (line: string) => void
}

const usage = `Usage: npm run node -- proving/bank-conformance/main.ts --url URL --reference REFERENCE [--not-allowed REFERENCE] [--with-result]
       npm run node -- proving/bank-conformance/main.ts --sms-url URL [--phone NUMBER]

Shows whether a bank or an SMS provider keeps the promises of docs/integration.md. Secrets come from BANK_SECRET and SMS_KEY,
or from the files that BANK_SECRET_FILE and SMS_KEY_FILE name.

  --url          the bank's BANK_URL
  --reference    a reference of the bank's test data whose KYC is allowed
  --not-allowed  one whose KYC is not allowed
  --with-result  also deliver the result of an invented customer, twice under one id
  --sms-url      the provider's SMS_URL
  --phone        also send one message to this phone, twice under one id`

const options = {
  url: { type: 'string' },
  reference: { type: 'string' },
  'not-allowed': { type: 'string' },
  'with-result': { type: 'boolean', default: false },
  'sms-url': { type: 'string' },
  phone: { type: 'string' },
} as const

/** Runs the checks. Returns 0 if every promise is kept, 1 if a promise is broken, 2 if the command line is wrong. */
export async function runConformance(args: string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  const checks = checksFor(args, surroundings)
  if (checks === undefined) {
    surroundings.say(usage)
    return 2
  }
  let kept = 0
  let slowestMs = 0
  for await (const { promise, shortcoming, tookMs } of walk(checks)) {
    surroundings.say(shortcoming === undefined ? `  ✓ ${promise}` : `  ✗ ${promise}\n      ${shortcoming}`)
    if (shortcoming === undefined) kept++
    slowestMs = Math.max(slowestMs, tookMs)
  }
  surroundings.say(
    `${kept} of ${checks.length} promises of docs/integration.md are kept. The slowest answer took ${Math.round(slowestMs)} ms.`,
  )
  return kept === checks.length ? 0 : 1
}

function checksFor(args: string[], { bankSettings, smsSettings, now }: Surroundings): Check[] | undefined {
  const values = valuesIn(args)
  if (!values) return undefined
  const {
    url,
    reference,
    phone,
    'sms-url': smsUrl,
    'not-allowed': notAllowed,
    'with-result': withResult,
  } = values
  const hasHalfABank = (url === undefined) !== (reference === undefined)
  if (hasHalfABank || (phone !== undefined && !/^\d{10}$/.test(phone))) return undefined
  const checks: Check[] = []
  if (url !== undefined && reference !== undefined)
    checks.push(...bankChecks({ ...bankSettings(url), reference, notAllowed, withResult }, now))
  if (smsUrl !== undefined) checks.push(...smsChecks({ ...smsSettings(smsUrl), phone }))
  return checks.length > 0 ? checks : undefined
}

function valuesIn(args: string[]) {
  try {
    return parseArgs({ args, options }).values
  } catch {
    return undefined
  }
}
