import type { ConsentRevoked, KycException, KycFailed, KycResult, TestEvent } from '@ekyc/contract/bank'
import type { SmsMessage } from '@ekyc/contract/sms'

import { newId } from './new-id.ts'
import { sealSecretBox, type SecretBoxKeys } from './secret-box.ts'
import type { OutboxKind, Stores } from './stores.ts'

/** Message bodies by kind. They lack an id, because the entry's id is the message's. */
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
 * Stands for a result that lies in the vault under the message's id. It is no JSON, so that a server of an earlier version
 * fails at it, and the bank never acknowledges it.
 */
export const inVault = 'in the vault'

/**
 * Writes one encrypted message into the outbox.
 * @returns its id, which the receiver gets too
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
