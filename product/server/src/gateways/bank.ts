import { createHmac, createSecretKey, randomUUID } from 'node:crypto'

import { CustomerId, holderFields, KnownReference, UnknownReference, type Holder } from '@ekyc/contract/bank'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

import { UnusableAnswer, type ReferenceDirectory } from '../domain/ports.ts'
import { sendPostTo, type PostAnswer } from './http-post.ts'

type ReferenceDirectorySettings = {
  url: string
  /** The secret that signs the server's requests to the bank. `signedWebhookHeaders` describes its form. */
  secret: string
  /** The time for the bank's answer, in ms. A reference check without an answer gives 503 (decisions.md section 2). */
  deadlineMs: number
}

export function createBankGateway(
  settings: ReferenceDirectorySettings,
  dependencies: { now: () => Date },
): ReferenceDirectory {
  const base = settings.url.replace(/\/+$/, '')

  function ask(
    path: string,
    body: string,
    id: string,
    deadlineMs = settings.deadlineMs,
  ): Promise<PostAnswer> {
    const signature = signedWebhookHeaders({ secret: settings.secret, id, sentOn: dependencies.now(), body })
    return sendPostTo('bank', {
      url: `${base}${path}`,
      headers: { ...signature, 'content-type': 'application/json', accept: 'application/json' },
      body,
      deadlineMs: Math.min(deadlineMs, settings.deadlineMs),
    })
  }

  return {
    async look(reference) {
      const answer = await ask('/references/look', JSON.stringify({ reference }), randomUUID())
      // A 404 without 'unknown' in its body means a wrong BANK_URL. It must not appear as an unknown reference.
      if (answer.status === 404) return readBody(answer, 404, UnknownReference).status
      const { status, reference: own = reference } = readBody(answer, 200, KnownReference)
      return status === 'allowed' && own !== reference ? { allowedAs: own } : status
    },

    async customerOf(reference) {
      const answer = await ask('/references/customer', JSON.stringify({ reference }), randomUUID())
      const { kind, value } = readBody(answer, 200, CustomerId)
      return { id: { kind, value }, holder: holderIn(answer) }
    },

    async deliverResult({ id, body, deadlineMs }) {
      const answer = await ask('/kyc-results', body, id, deadlineMs)
      if (!isAcknowledged(answer)) throw unusable(answer)
    },
  }
}

/**
 * Returns the headers of a request that is signed as Standard Webhooks specifies. The receiver verifies the HMAC-SHA256
 * over id, time and body, refuses an old time and drops a repeated id.
 * @param message.secret the key as text, or as base64 after the prefix `whsec_`
 */
export function signedWebhookHeaders(message: {
  secret: string
  id: string
  sentOn: Date
  body: string
}): Record<string, string> {
  const timestamp = Math.floor(message.sentOn.getTime() / 1000).toString()
  const signature = createHmac('sha256', createSecretKey(keyOf(message.secret)))
    .update(`${message.id}.${timestamp}.${message.body}`)
    .digest('base64')
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

/** @throws Unavailable for another status, or for a body that breaks the schema */
function readBody<S extends TSchema>(answer: PostAnswer, status: number, schema: S): Static<S> {
  const value = jsonObjectIn(answer)
  if (answer.status !== status || !Value.Check(schema, value)) throw unusable(answer)
  return value
}

/** Invalid fields are left out, so that the call does not fail. */
function holderIn(answer: PostAnswer): Holder | undefined {
  const fields: Record<string, unknown> = { ...jsonObjectIn(answer) }
  const [phone, language, lastDigits] = (['phone', 'language', 'lastDigits'] as const).map(name =>
    Value.Check(holderFields[name], fields[name]) ? fields[name] : undefined,
  )
  return phone === undefined ? undefined : { phone, language, lastDigits }
}

/** Tells whether the bank has stored an event. The body is checked, because a proxy's page may have status 200 too. */
export function isAcknowledged(answer: PostAnswer): boolean {
  const isTaken = answer.status >= 200 && answer.status <= 299
  return isTaken && (answer.body.length === 0 || jsonObjectIn(answer) !== undefined)
}

/** The error of JSON.parse is dropped, because it quotes the body, which contains an id number. */
export function jsonObjectIn(answer: PostAnswer): object | undefined {
  try {
    const value: unknown = JSON.parse(answer.body.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function unusable(answer: PostAnswer): UnusableAnswer {
  return new UnusableAnswer(`HTTP ${answer.status}`)
}

const encodedKeyPrefix = 'whsec_'

function keyOf(secret: string): Buffer {
  if (!secret.startsWith(encodedKeyPrefix)) return Buffer.from(secret, 'utf8')
  return Buffer.from(secret.slice(encodedKeyPrefix.length), 'base64')
}
