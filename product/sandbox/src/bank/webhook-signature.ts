import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { isSame } from '../is-same.ts'

/**
 * Checks the signature of a request by Standard Webhooks. The headers are `webhook-id`, `webhook-timestamp` (Unix
 * seconds, at most 5 minutes off) and `webhook-signature`. The last header has one or more `v1,<base64 HMAC-SHA256 of
 * id.timestamp.body>`, separated by spaces, of which one must be right.
 * @param secret a text, or `whsec_` and the key in base64
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
