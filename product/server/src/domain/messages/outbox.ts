import { hash } from 'node:crypto'

import type { ConsentRevoked, KycException, KycFailed, KycResult, TestEvent } from '@ekyc/contract/bank'
import type { SmsMessage } from '@ekyc/contract/sms'

import { clockSkewMs, type DatabaseClock } from '../clocks.ts'
import { newId, nilId } from '../ids.ts'
import { Unavailable, type ReferenceDirectory, type SmsSender, type Vault } from '../ports.ts'
import { openSecretBox, sealSecretBox, type SecretBoxKeys } from '../secrets.ts'
import type { DatabaseOf, Stores } from '../stores.ts'
import { createOutboxLane, type OutboxLane, type DeliveryResult } from './outbox-lane.ts'

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
    | VaultReference
  'holder-sms': Omit<SmsMessage, 'id'>
  'kyc-failed': Omit<KycFailed, 'id'>
}

/**
 * The body of a message whose result is in the vault, under the id of the message. It ends with the SHA-256 of that
 * result, by which the server knows that nobody has put another result into the vault.
 */
type VaultReference = `in the vault ${string}`

export type OutboxEntry = Awaited<ReturnType<Stores['outbox']['takeDue']>>[number]

export function vaultReference(result: string): VaultReference {
  return `in the vault ${hash('sha256', result)}`
}

/**
 * Writes one encrypted message into the outbox.
 * @returns the id of the message, which the receiver gets too
 */
export async function putInOutbox<K extends OutboxKind>(
  stores: Pick<Stores, 'outbox'>,
  keys: SecretBoxKeys,
  entry: OutboxMessage<K> & { kind: K; at: Date; isDecoy?: boolean },
): Promise<string> {
  const { id = newId(entry.at) } = entry
  const text = typeof entry.body === 'string' ? entry.body : JSON.stringify(entry.body)
  await stores.outbox.put({ ...entry, id, body: sealSecretBox(keys, id, text) })
  return id
}

/**
 * Tries to deliver each message until it is delivered or has expired. A message may arrive twice. The transaction that
 * records an event also writes its message, and a lane sends the message after the commit. The message body is
 * encrypted at rest. It is erased after the delivery, or when the message is given up.
 */
export type Outbox = ReturnType<typeof createOutbox>

type Puts = Pick<Stores, 'outbox'>

/** A message for the holder of an id number, either as an SMS or through the bank. */
export type HolderMessage = {
  [K in 'holder-sms' | 'kyc-failed']: { kind: K } & Omit<OutboxMessage<K>, 'agentId'>
}['holder-sms' | 'kyc-failed']

export type OutboxMessage<K extends OutboxKind> = {
  agentId: string
  body: OutboxBody[K]
  expiresOn: Date
  /** The id of the outbox entry, if the writer has stored this id elsewhere. By default, a new id is made. */
  id?: string | undefined
}

/**
 * The time in ms between the receiver's time-out and the moment when another server may retry a message. In this time,
 * the first server can still write the result of its attempt.
 */
const holdSlackMs = 25_000
const firstWaitMs = 1_000
const longestWaitMs = 10 * 60_000
/** After so many attempts, which take 4 to 9 minutes, a result that is not in the vault as it was put there is lost. */
const triesForVault = 10

const receiverOf = {
  sms: 'toPhone',
  'holder-sms': 'toPhone',
  'kyc-result': 'toBank',
  'kyc-failed': 'toBank',
} as const

export function createOutbox(options: {
  database: DatabaseOf<'outbox'>
  bank: Pick<ReferenceDirectory, 'deliverResult'>
  sms: SmsSender
  /** The store of KYC results outside the outbox. The message of such a result contains none of its data. */
  vault?: Vault | undefined
  keys: SecretBoxKeys
  timeoutMs: { toPhone: number; toBank: number }
  now: () => Date
  sharedNow: DatabaseClock
  /** Called after a message was written. The transaction of the message may still be open. */
  onPut: (kind: OutboxKind) => void
  onFault: (error: unknown) => void
  /** Returns a random number from 0 to 1, which varies the wait before a retry. */
  random: () => number
}) {
  const { database, bank, sms, vault, keys, timeoutMs, now, sharedNow } = options

  const deliver = {
    toPhone: async (id: string, body: string) => sms.send({ id, ...(JSON.parse(body) as OutboxBody['sms']) }),
    toBank: async (id: string, body: string) =>
      bank.deliverResult({ id, body: JSON.stringify({ id, ...(JSON.parse(body) as object) }) }),
  }

  const lanes = byOutboxKind(laneOf)

  return {
    putSms: (stores: Puts, message: OutboxMessage<'sms'>) => put(stores, 'sms', message),
    /** Writes a row for a message that is never sent, so that response times do not reveal whether an SMS is sent. */
    async putDecoy(stores: Puts, message: Omit<OutboxMessage<'sms'>, 'agentId'>): Promise<void> {
      const at = sharedNow()
      await putInOutbox(stores, keys, { ...message, agentId: nilId, kind: 'sms', at, isDecoy: true })
      options.onPut('sms')
    },
    putResult: (stores: Puts, message: OutboxMessage<'kyc-result'>) => put(stores, 'kyc-result', message),
    putForHolder: (stores: Puts, message: HolderMessage & { agentId: string }) =>
      put(stores, message.kind, message),
    /** The lane of each kind of message. A receiver that hangs delays only the messages of its own lane. */
    lanes,
    /** Makes messages due at once if their next attempt is too far in the future because the clock was set back. */
    async recall(): Promise<void> {
      const at = sharedNow()
      const latestAttempt = new Date(at.getTime() + longestWaitMs + clockSkewMs)
      await database.outbox.recall({ at, latestAttempt })
    },
  }

  async function put<K extends OutboxKind>(stores: Puts, kind: K, message: OutboxMessage<K>): Promise<void> {
    await putInOutbox(stores, keys, { ...message, kind, at: sharedNow() })
    options.onPut(kind)
  }

  function laneOf(kind: OutboxKind): OutboxLane {
    return createOutboxLane({
      async takeDue(limit) {
        const at = sharedNow()
        const heldUntil = new Date(at.getTime() + timeoutMs[receiverOf[kind]] + holdSlackMs)
        return database.outbox.takeDue({ kind, at, heldUntil, limit })
      },
      tryOne,
      onFault: options.onFault,
      now,
    })
  }

  async function tryOne({
    agentId,
    id,
    kind,
    body,
    expiresOn,
    attempts,
  }: OutboxEntry): Promise<DeliveryResult> {
    if (expiresOn <= now()) return giveUp('expired')
    try {
      const { text, lost } = await textOf(id, openSecretBox(keys, id, body))
      if (text === undefined && attempts >= triesForVault) return await giveUp(lost)
      if (text === undefined) throw new Error(lost)
      await deliver[receiverOf[kind]](id, text)
    } catch (error) {
      const nextAttemptOn = new Date(sharedNow().getTime() + waitMs(attempts, options.random()))
      await database.outbox.reschedule({ agentId, id, nextAttemptOn, error: nameOf(error) })
      return error instanceof Unavailable ? 'unavailable' : 'neither'
    }
    await database.outbox.markDelivered({ agentId, id, at: now() })
    await eraseFromVault(kind, id)
    return 'delivered'

    async function giveUp(error: string): Promise<DeliveryResult> {
      await database.outbox.markDead({ agentId, id, at: now(), error })
      await eraseFromVault(kind, id)
      return 'neither'
    }
  }

  /** Returns the text to send, or what is wrong with the result in the vault. */
  async function textOf(
    id: string,
    body: string,
  ): Promise<{ text: string; lost?: never } | { text?: never; lost: string }> {
    if (!isInVault(body)) return { text: body }
    if (!vault) throw new Error('lies in a vault that this server does not know')
    const result = await vault.open(id)
    if (result === undefined) return { lost: 'not in the vault' }
    return vaultReference(result) === body ? { text: result } : { lost: 'changed in the vault' }
  }

  /** Erases a result whose message is delivered or dead. If this fails, the housekeeping removes the row later. */
  async function eraseFromVault(kind: OutboxKind, id: string): Promise<void> {
    if (kind === 'kyc-result') await vault?.erase([id], 'delivered or given up').catch(options.onFault)
  }
}

export function byOutboxKind<Value>(valueOf: (kind: OutboxKind) => Value): Record<OutboxKind, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  return Object.fromEntries(outboxKinds.map(kind => [kind, valueOf(kind)])) as Record<OutboxKind, Value>
}

function isInVault(body: string): body is VaultReference {
  return body.startsWith('in the vault ')
}

/** Returns the wait before the next attempt, in ms. Half of it is random, so that retries do not arrive together. */
function waitMs(attempts: number, random: number): number {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1))
  return full / 2 + random * (full / 2)
}

/** Describes an error by its name and message. The description never includes the body of the outbox message. */
function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : 'unknown'
}
