import { clockSkewMs } from './clock-skew.ts'
import type { ReferenceDirectory, Sms } from './ports.ts'
import { newId } from './new-id.ts'
import { openBox, sealBox, type BoxKeys } from './sealed-box.ts'
import type { Database, OutboxEntry, Stores } from './stores.ts'

/**
 * Messages leave through the database: written in the transaction of what they tell, delivered after it, at least
 * once. Bodies are encrypted while they wait and erased when they have left or are given up.
 */
export type Outbox = {
  putSms(stores: Stores, sms: { agentId: string; to: string; text: string; expiresOn: Date }): Promise<void>
  putResult(stores: Stores, result: { agentId: string; body: object; expiresOn: Date }): Promise<void>
  /** Delivers what is due, until nothing is. @returns how many were tried */
  deliverDue(): Promise<number>
  /** Ends waits that a clock set back has made too long. */
  recall(): Promise<void>
}

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
    sms: async (id: string, body: string) =>
      sms.send({ id, ...(JSON.parse(body) as { to: string; text: string }) }),
    'kyc-result': async (id: string, body: string) =>
      bank.deliverResult({ id, body: JSON.stringify({ id, ...(JSON.parse(body) as object) }) }),
  }

  return {
    putSms: (stores, { agentId, expiresOn, ...message }) =>
      put(stores, { agentId, kind: 'sms', body: message, expiresOn }),
    putResult: (stores, { agentId, body, expiresOn }) =>
      put(stores, { agentId, kind: 'kyc-result', body, expiresOn }),
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

  async function put(
    stores: Stores,
    {
      agentId,
      kind,
      body,
      expiresOn,
    }: { agentId: string; kind: OutboxEntry['kind']; body: object; expiresOn: Date },
  ): Promise<void> {
    const at = now()
    const id = newId(at)
    await stores.outbox.put({
      agentId,
      id,
      kind,
      body: sealBox(keys, id, JSON.stringify(body)),
      at,
      expiresOn,
    })
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
