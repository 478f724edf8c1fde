import { createHmac, createSecretKey } from 'node:crypto'

/**
 * Returns the headers of a request that is signed as Standard Webhooks specifies. The receiver verifies the HMAC-SHA256
 * over id, time and body, refuses an old time and drops a repeated id.
 * @param message.secret the key as text, or as base64 after the prefix `whsec_`
 */
export function webhookHeaders(message: {
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

const encodedKeyPrefix = 'whsec_'

function keyOf(secret: string): Buffer {
  if (!secret.startsWith(encodedKeyPrefix)) return Buffer.from(secret, 'utf8')
  return Buffer.from(secret.slice(encodedKeyPrefix.length), 'base64')
}
