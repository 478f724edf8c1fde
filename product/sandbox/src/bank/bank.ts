import { createControl } from '@ekyc/rd-simulator/control'

import { controlRoutes } from '../http/control-routes.ts'
import { faultFields, misbehave, noFaults } from '../http/misbehave.ts'
import { readJson } from '../http/read-json.ts'
import { json, nothing, type Answer, type Request, type Route } from '../http/route.ts'
import { personByReference } from '../people/people.ts'
import { isSigned } from './webhook-signature.ts'

/**
 * Simulates the partner bank with JSON over HTTP. Every POST must be signed (webhook-signature.ts), otherwise the
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
