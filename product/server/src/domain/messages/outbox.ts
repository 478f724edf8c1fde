import { hash } from 'node:crypto'

import type { ConsentRevoked, KycException, KycFailed, KycResult, TestEvent } from '@ekyc/contract/bank'
import { messageKinds } from '@ekyc/contract/console/message-states'
import type { SmsMessage } from '@ekyc/contract/sms'

import { clockSkewMs, type DatabaseClock } from '../clocks.ts'
import { newId } from '../ids.ts'
import { Unavailable, type ReferenceDirectory, type SmsSender, type Vault } from '../ports.ts'
import { openSecretBox, sealSecretBox, type SecretBoxKeys } from '../secrets.ts'
import type { DatabaseOf, Stores } from '../stores.ts'
import { createOutboxLane, type DeliveryResult } from './outbox-lane.ts'

export type OutboxKind = (typeof messageKinds)[number]

/** A body has no id, because the id of the outbox entry is the id of the message. */
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

const vaultMark = 'in the vault '

/**
 * The body of a message whose result is in the vault, under the id of the message. It ends with the SHA-256 of that
 * result, by which the server knows that nobody has put another result into the vault.
 */
type VaultReference = `${typeof vaultMark}${string}`

export type OutboxMessage<K extends OutboxKind = OutboxKind> = {
  [Kind in K]: {
    kind: Kind
    agentId: string
    body: OutboxBody[Kind]
    expiresOn: Date
    /** The id of the outbox entry, if the writer has stored this id elsewhere. */
    id?: string | undefined
    /** True for a message that is never sent. Withholding an SMS then takes as long as sending one. */
    isDecoy?: boolean
  }
}[K]

export type OutboxEntry = Awaited<ReturnType<Stores['outbox']['takeDue']>>[number]

export function vaultReference(result: string): VaultReference {
  return `${vaultMark}${hash('sha256', result)}`
}

/** @returns the id of the message, which the receiver gets too */
export async function putInOutbox(
  stores: Pick<Stores, 'outbox'>,
  keys: SecretBoxKeys,
  message: OutboxMessage & { at: Date },
): Promise<string> {
  const { id = newId(message.at) } = message
  const text = typeof message.body === 'string' ? message.body : JSON.stringify(message.body)
  await stores.outbox.put({ isDecoy: false, ...message, id, body: sealSecretBox(keys, id, text) })
  return id
}

/**
 * Tries to deliver each message until it is delivered or has expired. A message may arrive twice. The transaction that
 * records an event also writes its message, and a lane sends the message after the commit. The message body is
 * encrypted at rest. It is erased after the delivery, or when the message is given up.
 */
export type Outbox = ReturnType<typeof createOutbox>

/**
 * The time in ms between the receiver's time-out and the moment when another server may retry a message. In this time,
 * the first server can still write the result of its attempt.
 */
const holdSlackMs = 25_000
const firstWaitMs = 1_000
const longestWaitMs = 10 * 60_000
/** After so many attempts, which take 4 to 9 minutes, a result that is not in the vault as it was put there is lost. */
const triesForVault = 10

class LostInVault extends Error {}

export function createOutbox(options: {
  database: DatabaseOf<'outbox'>
  bank: Pick<ReferenceDirectory, 'deliverResult'>
  sms: SmsSender
  /** The store of KYC results outside the outbox. The message of such a result contains none of its data. */
  vault?: Vault | undefined
  keys: SecretBoxKeys
  /** The longest time in which the bank or the SMS provider answers. */
  timeoutMs: number
  now: () => Date
  sharedNow: DatabaseClock
  /** Called after a message was written. The transaction of the message may still be open. */
  onPut: (kind: OutboxKind) => void
  onGivenUp: () => void
  onFault: (error: unknown) => void
  /** Returns a random number from 0 to 1, which varies the wait before a retry. */
  random: () => number
}) {
  const { database, bank, sms, vault, keys, timeoutMs, now, sharedNow, onFault } = options

  return {
    async put(stores: Pick<Stores, 'outbox'>, message: OutboxMessage): Promise<void> {
      await putInOutbox(stores, keys, { ...message, at: sharedNow() })
      options.onPut(message.kind)
    },
    /** The lane of each kind of message. A receiver that hangs delays only the messages of its own lane. */
    lanes: byOutboxKind(kind =>
      createOutboxLane({
        async takeDue(limit) {
          const at = sharedNow()
          const heldUntil = new Date(at.getTime() + timeoutMs + holdSlackMs)
          return database.outbox.takeDue({ kind, at, heldUntil, limit })
        },
        tryOne,
        onFault,
        now,
      }),
    ),
    /** Makes messages due at once if their next attempt is too far in the future because the clock was set back. */
    async recall(): Promise<void> {
      const at = sharedNow()
      const latestAttempt = new Date(at.getTime() + longestWaitMs + clockSkewMs)
      await database.outbox.recall({ at, latestAttempt })
    },
  }

  async function tryOne(entry: OutboxEntry): Promise<DeliveryResult> {
    const { agentId, id, kind, attempts } = entry
    if (entry.expiresOn <= now()) return giveUp(entry, 'expired')
    try {
      const message = { id, ...(JSON.parse(await textOf(id, openSecretBox(keys, id, entry.body))) as object) }
      if (kind === 'sms' || kind === 'holder-sms') await sms.send(message as SmsMessage)
      else await bank.deliverResult({ id, body: JSON.stringify(message) })
    } catch (error) {
      if (error instanceof LostInVault && attempts >= triesForVault) return giveUp(entry, error.message)
      const nextAttemptOn = new Date(sharedNow().getTime() + waitMs(attempts, options.random()))
      await database.outbox.reschedule({ agentId, id, nextAttemptOn, error: nameOf(error) })
      return error instanceof Unavailable ? 'unavailable' : 'neither'
    }
    await database.outbox.markDelivered({ agentId, id, at: now() })
    await eraseFromVault(entry)
    return 'delivered'
  }

  async function giveUp(entry: OutboxEntry, error: string): Promise<DeliveryResult> {
    await database.outbox.markDead({ ...entry, at: now(), error })
    options.onGivenUp()
    await eraseFromVault(entry)
    return 'neither'
  }

  async function textOf(id: string, body: string): Promise<string> {
    if (!body.startsWith(vaultMark)) return body
    if (!vault) throw new Error('lies in a vault that this server does not know')
    const result = await vault.open(id)
    if (result === undefined) throw new LostInVault('not in the vault')
    if (vaultReference(result) !== body) throw new LostInVault('changed in the vault')
    return result
  }

  /** Erases a result whose message is delivered or dead. If this fails, the housekeeping removes the row later. */
  async function eraseFromVault({ kind, id }: OutboxEntry): Promise<void> {
    if (kind === 'kyc-result') await vault?.erase([id], 'delivered or given up').catch(onFault)
  }
}

export function byOutboxKind<Value>(valueOf: (kind: OutboxKind) => Value): Record<OutboxKind, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  return Object.fromEntries(messageKinds.map(kind => [kind, valueOf(kind)])) as Record<OutboxKind, Value>
}

/** Returns the wait before the next attempt, in ms. Half of it is random, so that retries do not arrive together. */
function waitMs(attempts: number, random: number): number {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1))
  return full / 2 + random * (full / 2)
}

/** Never includes the body of the message. */
function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : 'unknown'
}
