import { hash } from 'node:crypto'

import type { ConsentRevoked, KycException, KycFailed, KycResult, TestEvent } from '@ekyc/contract/bank'
import type { SmsMessage } from '@ekyc/contract/sms'

import { newId } from '../new-id.ts'
import { sealSecretBox, type SecretBoxKeys } from '../secret-box.ts'
import type { Stores } from '../stores.ts'

export const outboxKinds = ['sms', 'kyc-result', 'holder-sms', 'kyc-failed'] as const
export type OutboxKind = (typeof outboxKinds)[number]

/** The message body of each kind. A body has no id, because the id of the outbox entry is the id of the message. */
export type OutboxBody = {
  sms: Omit<SmsMessage, 'id'>
  'kyc-result':
    | Omit<KycResult, 'id'>
    | Omit<KycException, 'id'>
    | Omit<ConsentRevoked, 'id'>
    | Omit<TestEvent, 'id'>
    | InVault
  'holder-sms': Omit<SmsMessage, 'id'>
  'kyc-failed': Omit<KycFailed, 'id'>
}

/**
 * The body of a message whose result is in the vault, under the id of the message. It ends with the SHA-256 of that
 * result, by which the server knows that nobody has put another result into the vault.
 */
type InVault = `in the vault ${string}`

export type OutboxEntry = {
  agentId: string
  id: string
  kind: OutboxKind
  body: Uint8Array
  expiresOn: Date
  attempts: number
}

export type OutboxStore = {
  put(entry: {
    agentId: string
    id: string
    kind: OutboxKind
    body: Uint8Array
    at: Date
    expiresOn: Date
    /** True for an entry without a body that is never due. With it, withholding an SMS takes as long as sending one. */
    isDecoy?: boolean
  }): Promise<void>
  /** Takes up to `limit` due entries of a kind. No other delivery takes them before `heldUntil`. */
  takeDue(kind: OutboxKind, at: Date, heldUntil: Date, limit: number): Promise<OutboxEntry[]>
  /** Makes each entry whose next attempt is later than `latestAttempt` due at `at`. */
  recall(at: Date, latestAttempt: Date): Promise<void>
  /** Marks the entry as delivered and erases its body. */
  markDelivered(agentId: string, id: string, at: Date): Promise<void>
  reschedule(agentId: string, id: string, nextAttemptOn: Date, error: string): Promise<void>
  /** Marks the entry as dead and erases its body. */
  markDead(agentId: string, id: string, at: Date, error: string): Promise<void>
}

export function inVault(result: string): InVault {
  return `in the vault ${hash('sha256', result)}`
}

export function isInVault(body: string): body is InVault {
  return body.startsWith('in the vault ')
}

/**
 * Writes one encrypted message into the outbox.
 * @returns the id of the message, which the receiver gets too
 */
export async function putInOutbox<K extends OutboxKind>(
  stores: Pick<Stores, 'outbox'>,
  keys: SecretBoxKeys,
  entry: {
    agentId: string
    id?: string | undefined
    kind: K
    body: OutboxBody[K]
    at: Date
    expiresOn: Date
    isDecoy?: boolean
  },
): Promise<string> {
  const { id = newId(entry.at) } = entry
  const text = typeof entry.body === 'string' ? entry.body : JSON.stringify(entry.body)
  await stores.outbox.put({ ...entry, id, body: sealSecretBox(keys, id, text) })
  return id
}
