import { clockSkewMs } from './clock-skew.ts'
import type { ReferenceDirectory, Sms } from './ports.ts'
import { putInOutbox, type OutboxBody } from './put-in-outbox.ts'
import { openBox, type BoxKeys } from './sealed-box.ts'
import type { Database, OutboxEntry, OutboxKind, Stores } from './stores.ts'

/**
 * Delivers messages at least once. A message is written in the transaction of the event that it reports and sent after
 * the commit. Its body is encrypted at rest, and erased after delivery or after the last try.
 */
export type Outbox = {
  putSms(stores: Stores, sms: Putting<'sms'>): Promise<void>
  putResult(stores: Stores, result: Putting<'kyc-result'>): Promise<void>
  /** Delivers all due messages. @returns the number of tries */
  deliverDue(): Promise<number>
  /** Makes messages due whose wait became too long because the clock was set back. */
  recall(): Promise<void>
}

type Putting<K extends OutboxKind> = { agentId: string; body: OutboxBody[K]; expiresOn: Date }

/** Another server tries a message again after this time. */
const holdMs = 30_000
const batch = 20
const firstWaitMs = 1_000
const longestWaitMs = 10 * 60_000

export function createOutbox(options: {
  database: Database
  bank: Pick<ReferenceDirectory, 'deliverResult'>
  sms: Sms
  keys: BoxKeys
  now: () => Date
  /** Runs after a message was written; its transaction may still be open. */
  onPut: () => void
}): Outbox {
  const { database, bank, sms, keys, now } = options

  const deliver = {
    sms: async (id: string, body: string) => sms.send({ id, ...(JSON.parse(body) as OutboxBody['sms']) }),
    'kyc-result': async (id: string, body: string) =>
      bank.deliverResult({ id, body: JSON.stringify({ id, ...(JSON.parse(body) as object) }) }),
  }

  return {
    putSms: (stores, message) => put(stores, 'sms', message),
    putResult: (stores, message) => put(stores, 'kyc-result', message),
    async deliverDue() {
      let tried = 0
      for (;;) {
        const at = now()
        const due = await database.outbox.takeDue(at, new Date(at.getTime() + holdMs), batch)
        await Promise.all(due.map(entry => tryOne(entry)))
        tried += due.length
        if (due.length < batch) return tried
      }
    },
    async recall() {
      const at = now()
      await database.outbox.recall(at, new Date(at.getTime() + longestWaitMs + holdMs + clockSkewMs))
    },
  }

  async function put<K extends OutboxKind>(stores: Stores, kind: K, message: Putting<K>): Promise<void> {
    await putInOutbox(stores, keys, { ...message, kind, at: now() })
    options.onPut()
  }

  async function tryOne(entry: OutboxEntry): Promise<void> {
    if (entry.expiresOn <= now()) return database.outbox.markDead(entry.agentId, entry.id, now(), 'expired')
    try {
      await deliver[entry.kind](entry.id, openBox(keys, entry.id, entry.body))
    } catch (error) {
      const wait = waitMs(entry.attempts)
      await database.outbox.reschedule(
        entry.agentId,
        entry.id,
        new Date(now().getTime() + wait),
        nameOf(error),
      )
      return
    }
    await database.outbox.markDelivered(entry.agentId, entry.id, now())
  }
}

/** The wait doubles with each try, up to ten minutes. Half of it is random, so that retries do not arrive at once. */
function waitMs(attempts: number): number {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1))
  return full / 2 + Math.random() * (full / 2)
}

/** Describes an error by its kind and message, never by the message body. */
function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : 'unknown'
}
