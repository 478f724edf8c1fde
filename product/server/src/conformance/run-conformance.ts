import { parseArgs } from 'node:util'

import { bankChecks } from './bank-checks.ts'
import { type Check, walk } from './check.ts'
import { smsChecks } from './sms-checks.ts'

type FarEnd<Secret extends string> = { url: string; deadlineMs: number } & Record<Secret, string>

export type Surroundings = {
  /** Read the secrets from the environment; they throw ConfigError. */
  bankSettings: (url: string) => FarEnd<'secret'>
  smsSettings: (url: string) => FarEnd<'key'>
  now: () => Date
  say: (line: string) => void
}

const usage = `Usage: npm run bank:conformance -- --url URL --reference REFERENCE [--not-allowed REFERENCE] [--with-result]
       npm run bank:conformance -- --sms-url URL [--phone NUMBER]

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

/** @returns the exit code: 0 every promise is kept, 1 one is not, 2 the command line is wrong */
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
  const { url, reference, phone } = values ?? {}
  const smsUrl = values?.['sms-url']
  const isRight =
    values !== undefined &&
    (url === undefined) === (reference === undefined) &&
    (url ?? smsUrl) !== undefined &&
    (phone === undefined || /^\d{10}$/.test(phone))
  if (!isRight) return undefined
  const bank =
    url === undefined || reference === undefined
      ? []
      : bankChecks(
          {
            ...bankSettings(url),
            reference,
            notAllowed: values['not-allowed'],
            withResult: values['with-result'],
          },
          now,
        )
  return [...bank, ...(smsUrl === undefined ? [] : smsChecks({ ...smsSettings(smsUrl), phone }))]
}

function valuesIn(args: string[]) {
  try {
    return parseArgs({ args, options }).values
  } catch {
    return undefined
  }
}
