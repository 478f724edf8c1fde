import type { ConsentRevoked, KycException, KycFailed, KycResult, TestEvent } from '@ekyc/contract/bank'
import type { SmsMessage } from '@ekyc/contract/sms'

import { newId } from './new-id.ts'
import { sealSecretBox, type SecretBoxKeys } from './secret-box.ts'
import type { OutboxKind, Stores } from './stores.ts'

/** The message body of each kind. A body has no id, because the id of the outbox entry is the id of the message. */
export type OutboxBody = {
  sms: Omit<SmsMessage, 'id'>
  'kyc-result':
    | Omit<KycResult, 'id'>
    | Omit<KycException, 'id'>
    | Omit<ConsentRevoked, 'id'>
    | Omit<TestEvent, 'id'>
    | typeof inVault
  'holder-sms': Omit<SmsMessage, 'id'>
  'kyc-failed': Omit<KycFailed, 'id'>
}

/**
 * The body of a message whose result is in the vault, under the id of the message. The text is not JSON, so that a
 * server of an earlier version fails to send the message instead of sending it without the result.
 */
export const inVault = 'in the vault'

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
  const text = entry.body === inVault ? inVault : JSON.stringify(entry.body)
  await stores.outbox.put({ ...entry, id, body: sealSecretBox(keys, id, text) })
  return id
}
