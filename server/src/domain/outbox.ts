import { clockSkewMs } from './clock-skew.ts'
import type { ReferenceDirectory, Sms } from './ports.ts'
import { putInOutbox, type OutboxBody } from './put-in-outbox.ts'
import { openBox, type BoxKeys } from './sealed-box.ts'
import type { Database, OutboxEntry, OutboxKind, Stores } from './stores.ts'

/**
 * Messages leave through the database: written in the transaction of what they tell, delivered after it, at least
 * once. Bodies are encrypted while they wait and erased when they have left or are given up.
 */
export type Outbox = {
  putSms(stores: Stores, sms: Putting<'sms'>): Promise<void>
  putResult(stores: Stores, result: Putting<'kyc-result'>): Promise<void>
  /** Delivers what is due, until nothing is. @returns how many were tried */
  deliverDue(): Promise<number>
  /** Ends waits that a clock set back has made too long. */
  recall(): Promise<void>
}

type Putting<K extends OutboxKind> = { agentId: string; body: OutboxBody[K]; expiresOn: Date }

/** How long one delivery may take before another server tries it. */
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
  /** Called after something was written; its transaction may still be open. */
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

/** Doubles with each try, up to ten minutes; half of it is chance, so that a returning receiver meets no crowd. */
function waitMs(attempts: number): number {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1))
  return full / 2 + Math.random() * (full / 2)
}

/** The kind and message of an error, never the body it was about. */
function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : 'unknown'
}
