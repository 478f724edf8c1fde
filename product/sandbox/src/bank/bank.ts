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
  const kept = new Map(Object.keys(events).map(type => [type, new Map<string, object>()]))

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
    return person ? json(200, { status: 'allowed', reference: fields['reference'] }) : unknown
  }

  function customer(fields: Record<string, unknown>): Answer {
    const person = personByReference(text(fields['reference']))
    if (!person) return unknown
    const { idNumber: value, phone, language } = person
    return json(200, { kind: 'number', value, phone, language, lastDigits: value.slice(-4) })
  }

  function take(fields: Record<string, unknown>): Answer {
    const type = text(fields['type'])
    const names = events[type]?.fields ?? ['id', 'type']
    const missing = names.find(name => text(fields[name]) === '')
    if (missing) return json(400, { error: `${missing} is missing` })
    const person = type === 'kyc.result' && texts(Object(fields['eKyc']), ['maskedId', 'name'])
    const event = { ...texts(fields, names), ...person, receivedOn: now().toISOString() }
    keepOnce(kept.get(type) ?? new Map(), text(fields['id']), event)
    return nothing()
  }

  return [
    { method: 'POST', path: '/bank/references/look', handle: signed(look) },
    { method: 'POST', path: '/bank/references/customer', handle: signed(customer) },
    { method: 'POST', path: '/bank/kyc-results', handle: signed(take) },
    ...Object.entries(events).map(([type, { list }]): Route => ({
      method: 'GET',
      path: `/bank/${list}`,
      handle: () => json(200, [...(kept.get(type)?.values() ?? [])]),
    })),
    ...controlRoutes('/bank', control),
  ]
}

const resultFields = ['id', 'orderId', 'reference', 'transactionId', 'outcome', 'completedOn']

/** The types of events whose list the bank shows, with the texts that an event must have. */
const events: Record<string, { list: string; fields: string[] }> = {
  'kyc.result': { list: 'kyc-results', fields: resultFields },
  'kyc.failed': { list: 'kyc-failures', fields: [...resultFields, 'code'] },
  'consent.revoked': { list: 'consents-revoked', fields: ['id', 'acknowledgement', 'reference'] },
  test: { list: 'test-events', fields: ['id'] },
}

const limit = 1000

function keepOnce(kept: Map<string, object>, id: string, event: object): void {
  if (!kept.has(id)) kept.set(id, event)
  const [oldest] = kept.keys()
  if (kept.size > limit && oldest !== undefined) kept.delete(oldest)
}

function texts(from: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, text(from[name])]))
}

const unknown = json(404, { status: 'unknown' })

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
  const key = secret.startsWith(encodedKeyPrefix)
    ? Buffer.from(secret.slice(encodedKeyPrefix.length), 'base64')
    : secret
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return text(headers['webhook-signature'])
    .split(' ')
    .some(
      one => one.startsWith(version) && isSame(Buffer.from(one.slice(version.length), 'base64'), expected),
    )
}

const toleranceMs = 5 * 60_000
const version = 'v1,'
const encodedKeyPrefix = 'whsec_'
