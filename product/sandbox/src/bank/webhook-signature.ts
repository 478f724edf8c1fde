import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { isSame } from '../is-same.ts'

/**
 * Checks the request's signature by Standard Webhooks: headers `webhook-id`, `webhook-timestamp` (unix seconds, at
 * most 5 minutes off) and `webhook-signature`: one or more `v1,<base64 HMAC-SHA256 of id.timestamp.body>`, separated
 * by spaces, one of which must be right.
 * @param secret text, or `whsec_` and base64 of the key
 */
export function isSigned(headers: IncomingHttpHeaders, body: Buffer, secret: string, now: Date): boolean {
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

function text(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}
