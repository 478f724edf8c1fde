import { randomBytes, randomUUID } from 'node:crypto'

import { Customer, KnownReference, type TestEvent, UnknownReference } from '@ekyc/contract/bank'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

import type { ServerConfig } from '../../product/server/src/config/read-config.ts'
import { sendPost, type PostAnswer } from '../../product/server/src/gateways/http-post.ts'
import { isAcknowledged, jsonObjectIn, signedWebhookHeaders } from '../../product/server/src/gateways/bank.ts'
import { type Check, notTaken, wrongStatus } from './check.ts'
import { sampleFailure, sampleResult } from './sample-result.ts'

export type BankUnderTest = ServerConfig['bank'] & {
  /** A reference in the bank's test data whose KYC is allowed. */
  reference: string
  /** A reference whose KYC is not allowed. Without this reference, the answer 'not-allowed' is not checked. */
  notAllowed?: string | undefined
  /** True if the checks also deliver a result and a failure of an invented customer, which the bank stores. */
  withResult: boolean
}

type Forgery = {
  secret?: string
  minutesOff?: number
  signedId?: string
  signedBody?: string
  edit?: (headers: Record<string, string>) => Record<string, string>
}

const look = '/references/look'
const customer = '/references/customer'
const results = '/kyc-results'

/** Lists the demands of docs/integration.md on a bank, each with the request that tests it. */
export function bankChecks(bank: BankUnderTest, now: () => Date): Check[] {
  const base = bank.url.replace(/\/+$/, '')
  const known = { reference: bank.reference }
  const unknown = { reference: `conformance-${randomUUID().slice(0, 8)}` }
  const result = sampleResult(bank.reference, now())
  const failure = sampleFailure(bank.reference, now())
  const testEvent: TestEvent = { id: randomUUID(), type: 'test', sentOn: now().toISOString() }

  const unknownEvent = { ...testEvent, id: randomUUID(), type: 'conformance' }

  async function ask(path: string, message: object, forgery: Forgery = {}): Promise<PostAnswer> {
    const body = JSON.stringify(message)
    const id = 'id' in message ? String(message.id) : randomUUID()
    const signature = signedWebhookHeaders({
      secret: forgery.secret ?? bank.secret,
      id: forgery.signedId ?? id,
      sentOn: new Date(now().getTime() + (forgery.minutesOff ?? 0) * 60_000),
      body: forgery.signedBody ?? body,
    })
    const headers = { ...signature, 'webhook-id': id }
    return await sendPost({
      url: base + path,
      headers: {
        ...(forgery.edit?.(headers) ?? headers),
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body,
      deadlineMs: bank.deadlineMs,
    })
  }

  function answers(path: string, promise: string, message: object, expected: Expected): Check {
    return {
      promise: `${path}: ${promise}`,
      shortcoming: async () => misses(await ask(path, message), expected),
    }
  }

  function acknowledges(promise: string, event: object): Check {
    return {
      promise: `${results}: ${promise}`,
      shortcoming: async () => unacknowledged(await ask(results, event)),
    }
  }

  function refusesForgeries(path: string, message: object): Check[] {
    return Object.entries(forgeries()).map(([what, forgery]) => ({
      promise: `${path}: a request with ${what} is refused`,
      shortcoming: async () => wrongStatus(await ask(path, message, forgery), 401),
    }))
  }

  return [
    answers(look, `${bank.reference} is allowed`, known, allowed),
    answers(look, 'an additional field is ignored', { ...known, conformance: true }, allowed),
    answers(look, 'an unknown reference is unknown', unknown, { status: 404, schema: UnknownReference }),
    ...(bank.notAllowed === undefined
      ? []
      : [answers(look, `${bank.notAllowed} is not allowed`, { reference: bank.notAllowed }, notAllowed)]),
    ...otherSpellings(bank.reference).map(reference => ({
      promise: `${look}: one spelling of a reference counts (asked for '${reference}')`,
      shortcoming: async () => takenAsSpelt(await ask(look, { reference }), bank.reference),
    })),
    {
      promise: `${look}: one right signature of several is enough`,
      shortcoming: async () => misses(await ask(look, known, { edit: withAnotherSignature }), allowed),
    },
    ...refusesForgeries(look, known),
    answers(customer, `${bank.reference} has an id`, known, { status: 200, schema: Customer }),
    {
      promise: `${customer}: an unknown reference has no id`,
      shortcoming: async () =>
        (await ask(customer, unknown)).status === 200 ? 'answered HTTP 200' : undefined,
    },
    ...refusesForgeries(customer, known),
    acknowledges('a test event is acknowledged', testEvent),
    acknowledges('the same test event is acknowledged again', testEvent),
    acknowledges('an event of an unknown type is acknowledged', unknownEvent),
    ...refusesForgeries(results, testEvent),
    ...(bank.withResult
      ? [
          acknowledges('a result is acknowledged', result),
          acknowledges('the same result is acknowledged again (look that you have it once)', result),
          acknowledges('a failed KYC is acknowledged', failure),
          acknowledges('the same failure is acknowledged again (look that the holder is told once)', failure),
        ]
      : []),
  ]
}

type Expected = { status: number; schema: TSchema; word?: string }

const allowed: Expected = { status: 200, schema: KnownReference, word: 'allowed' }
const notAllowed: Expected = { status: 200, schema: KnownReference, word: 'not-allowed' }

/** Returns a text without values of the answer, because the answer may contain an id number. */
function misses(answer: PostAnswer, { status, schema, word }: Expected): string | undefined {
  if (answer.status !== status) return wrongStatus(answer, status)
  const body = jsonObjectIn(answer)
  const [error] = Value.Errors(schema, body)
  if (error) return `answered HTTP ${status} with ${error.instancePath || 'a body'} that ${error.message}`
  const isRight = word === undefined || (body && 'status' in body && body.status === word)
  return isRight ? undefined : `answered a status other than '${word}'`
}

function unacknowledged(answer: PostAnswer): string | undefined {
  if (isAcknowledged(answer)) return undefined
  return (
    notTaken(answer) ??
    `answered HTTP ${answer.status} with a body that is no JSON, as a proxy's page would be`
  )
}

/** Checks the answer to another spelling of a reference: it must be 'unknown' or give the bank's own spelling. */
function takenAsSpelt(answer: PostAnswer, reference: string): string | undefined {
  if (answer.status === 404) return misses(answer, { status: 404, schema: UnknownReference })
  const body = jsonObjectIn(answer)
  const isLedBack = body && 'reference' in body && body.reference === reference
  return (
    misses(answer, allowed) ??
    (isLedBack ? undefined : `is known without "reference": "${reference}", so limits count it apart`)
  )
}

function otherSpellings(reference: string): string[] {
  const otherCases = [reference.toLowerCase(), reference.toUpperCase()]
  return [...otherCases, ` ${reference}`, `0${reference}`].filter(spelling => spelling !== reference)
}

function forgeries(): Record<string, Forgery> {
  return {
    'no signature': { edit: () => ({}) },
    'a signature by another secret': { secret: `whsec_${randomBytes(32).toString('base64')}` },
    'the signature of another id': { signedId: randomUUID() },
    'the signature of another body': { signedBody: '{}' },
    'a time 10 minutes ago': { minutesOff: -10 },
    'a time 10 minutes ahead': { minutesOff: 10 },
  }
}

function withAnotherSignature(headers: Record<string, string>): Record<string, string> {
  return {
    ...headers,
    'webhook-signature': `v1,${randomBytes(32).toString('base64')} ${headers['webhook-signature']}`,
  }
}
