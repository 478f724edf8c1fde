import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { createControl } from '@ekyc/rd-simulator/control'

import { faultFields, misbehave, noFaults } from '../http/misbehave.ts'
import {
  readJson,
  controlRoutes,
  json,
  nothing,
  type Answer,
  type Request,
  type Route,
} from '../http/route.ts'
import { isSame } from '../is-same.ts'
import { personByReference } from '../people/people.ts'

/**
 * Simulates the partner bank with JSON over HTTP. Every POST must be signed (`isSigned` below), otherwise the
 * answer is 401:
 * - `/bank/references/look` { reference } → 200 { status: 'allowed', reference } or 404 { status: 'unknown' }
 * - `/bank/references/customer` { reference } → 200 { kind: 'number', value, phone, language, lastDigits } or 404
 *   { status: 'unknown' }
 * - `/bank/kyc-results` { id, type: 'kyc.result', orderId, reference, transactionId, outcome, completedOn, eKyc } →
 *   204, also for a repeated id, which counts once. The types kyc.failed, consent.revoked, test and others get 204 too
 *
 * These GETs list what the bank has received: `/bank/kyc-results` (without photo and address), `/bank/kyc-failures`
 * (about which the bank informs the customer), `/bank/consents-revoked` and `/bank/test-events`.
 */
export function createBank(options: { secret: string; now: () => Date }): Route[] {
  const { secret, now } = options
  const control = createControl(noFaults, faultFields)
  const results = new Map<string, ReceivedResult>()
  const failures = new Map<string, ReceivedFailure>()
  const revoked = new Map<string, { id: string; acknowledgement: string; reference: string }>()
  const testEvents = new Map<string, { id: string; receivedOn: string }>()

  function signed(work: (body: Record<string, unknown>) => Answer): Route['handle'] {
    return async ({ headers, body, hungUp }: Request) =>
      misbehave(control.settings, hungUp, () => {
        if (!isSigned(headers, body, secret, now())) return json(401, { error: 'The signature is not right' })
        const fields = readJson(body)
        return fields ? work(fields) : json(400, { error: 'The body must be a JSON object' })
      })
  }

  function look(fields: Record<string, unknown>): Answer {
    const person = personByReference(text(fields['reference']))
    return person ? json(200, { status: 'allowed', reference: fields['reference'] }) : unknown()
  }

  function customer(fields: Record<string, unknown>): Answer {
    const person = personByReference(text(fields['reference']))
    if (!person) return unknown()
    const { idNumber: value, phone, language } = person
    return json(200, { kind: 'number', value, phone, language, lastDigits: value.slice(-4) })
  }

  function take(fields: Record<string, unknown>): Answer {
    const type = text(fields['type'])
    const missing = (fieldsOf[type] ?? ['id', 'type']).find(name => text(fields[name]) === '')
    if (missing) return json(400, { error: `${missing} is missing` })
    const id = text(fields['id'])
    if (type === 'kyc.result') keepOnce(results, received(fields, now()))
    if (type === 'kyc.failed')
      keepOnce(failures, { ...texts(fields, failureFields), receivedOn: now().toISOString() })
    if (type === 'consent.revoked') keepOnce(revoked, texts(fields, ['id', 'acknowledgement', 'reference']))
    if (type === 'test') keepOnce(testEvents, { id, receivedOn: now().toISOString() })
    return nothing()
  }

  return [
    { method: 'POST', path: '/bank/references/look', handle: signed(look) },
    { method: 'POST', path: '/bank/references/customer', handle: signed(customer) },
    { method: 'POST', path: '/bank/kyc-results', handle: signed(take) },
    { method: 'GET', path: '/bank/kyc-results', handle: () => json(200, [...results.values()]) },
    { method: 'GET', path: '/bank/kyc-failures', handle: () => json(200, [...failures.values()]) },
    { method: 'GET', path: '/bank/test-events', handle: () => json(200, [...testEvents.values()]) },
    { method: 'GET', path: '/bank/consents-revoked', handle: () => json(200, [...revoked.values()]) },
    ...controlRoutes('/bank', control),
  ]
}

type ReceivedResult = Record<(typeof resultFields)[number], string> & {
  receivedOn: string
  maskedId: string
  name: string
}

const resultFields = ['id', 'orderId', 'reference', 'transactionId', 'outcome', 'completedOn'] as const
type ReceivedFailure = Record<(typeof failureFields)[number], string> & { receivedOn: string }

const failureFields = [...resultFields, 'code'] as const
const fieldsOf: Record<string, readonly string[]> = {
  'kyc.result': resultFields,
  'kyc.failed': failureFields,
  'consent.revoked': ['id', 'acknowledgement', 'reference'],
}
const limit = 1000

function keepOnce<E extends { id: string }>(kept: Map<string, E>, event: E): void {
  if (!kept.has(event.id)) kept.set(event.id, event)
  const [oldest] = kept.keys()
  if (kept.size > limit && oldest !== undefined) kept.delete(oldest)
}

function received(fields: Record<string, unknown>, receivedOn: Date): ReceivedResult {
  const eKyc = fields['eKyc']
  const eKycFields: Record<string, unknown> = typeof eKyc === 'object' && eKyc !== null ? { ...eKyc } : {}
  const resultTexts = { ...texts(fields, resultFields), ...texts(eKycFields, ['maskedId', 'name']) }
  return { ...resultTexts, receivedOn: receivedOn.toISOString() }
}

function texts<const Name extends string>(from: Record<string, unknown>, names: readonly Name[]) {
  return Object.fromEntries(names.map(name => [name, text(from[name])])) as Record<Name, string>
}

function unknown(): Answer {
  return json(404, { status: 'unknown' })
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/**
 * Checks the signature of a request by Standard Webhooks. The headers are `webhook-id`, `webhook-timestamp` (Unix
 * seconds, at most 5 minutes off) and `webhook-signature`. The last header has one or more `v1,<base64 HMAC-SHA256 of
 * id.timestamp.body>`, separated by spaces, of which one must be right.
 * @param secret a text, or `whsec_` and the key in base64
 */
function isSigned(headers: IncomingHttpHeaders, body: Buffer, secret: string, now: Date): boolean {
  const id = text(headers['webhook-id'])
  const timestamp = text(headers['webhook-timestamp'])
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > toleranceMs) return false
  const expected = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest()
  return text(headers['webhook-signature'])
    .split(' ')
    .some(
      one => one.startsWith(version) && isSame(Buffer.from(one.slice(version.length), 'base64'), expected),
    )
}

const toleranceMs = 5 * 60_000
const version = 'v1,'
const encodedKeyPrefix = 'whsec_'

function keyOf(secret: string): Buffer {
  if (!secret.startsWith(encodedKeyPrefix)) return Buffer.from(secret, 'utf8')
  return Buffer.from(secret.slice(encodedKeyPrefix.length), 'base64')
}
