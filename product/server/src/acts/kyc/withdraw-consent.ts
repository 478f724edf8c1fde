import { indiaDate } from '@ekyc/contract/india-time'
import { Type } from 'typebox'

import { createAuditStore } from '../../database/audit/audit-store.ts'
import {
  eraseUndeliveredResults,
  insertWithdrawal,
  listConsentTexts,
  listDueWithdrawals,
  resumeResults,
  pauseResults,
  takeWithdrawal,
} from '../../database/kyc/consents.ts'
import type { FoundOrder } from '../../database/kyc/order-search.ts'
import { readHeldRecords, type HeldRecords } from '../../database/kyc/legal-holds.ts'
import { createOutboxStore } from '../../database/messages/outbox.ts'
import type { SqlRunner } from '../../database/link/sql.ts'
import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import { systemEvent } from '../../domain/audit/audit-events.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import type { Context } from '../../domain/context.ts'
import { dayMs, hourMs } from '../../domain/clocks.ts'
import { newId } from '../../domain/ids.ts'
import { putInOutbox } from '../../domain/messages/outbox.ts'
import { defineAct, actInput, type ActContext, type Preview } from '../act.ts'
import { findOrdersOfReference } from './find-orders.ts'

/** The largest number of orders read. A reference has few orders: one verified order, and a few failed orders a day. */
const mostOfReference = 1_000

const takeBackMs = hourMs

/**
 * Withdraws a customer's consent to keep her e-KYC data (regulation 16(4)). Results that still wait for the bank are no
 * longer sent. After an hour, `completeWithdrawals` erases them and tells the bank to erase its own data. A legal hold stops it.
 * @returns undefined if no order has the reference
 */
export const withdrawConsent = defineAct({
  name: 'consent.withdraw',
  input: actInput({ reference: Type.String() }),
  async preview(action, { reference }): Promise<Preview> {
    const orders = await ordersToForget(action, reference)
    const change = { field: 'consent' as const, now: reference, becomes: 'withdrawn', rows: 1 }
    return { input: { reference }, ground: [], changes: orders.length > 0 ? [change] : [], effect: {} }
  },
  async run(action, { reference }) {
    const { db, at, row } = action
    const orders = await ordersToForget(action, reference)
    const last = orders.at(-1)
    if (!last) {
      row.unchanged = true
      return undefined
    }
    row.agentId = last.agentId
    const number = `CW-${indiaDate(at).replaceAll('-', '')}-${newId(at).slice(-8).toUpperCase()}`
    const tellOn = new Date(at.getTime() + takeBackMs)
    const written = await insertWithdrawal(db, { reference, number, of: last.agentId, at, tellOn })
    if (written.length === 0) throw new CommandRefused('This consent is withdrawn already.')
    const { length: erased } = await pauseResults(db, resultsOf(orders))
    const verified = orders.filter(({ status }) => status === 'KYC_SUCCESS')
    row.subject = `${reference} (${number}, ${erased} to erase)`
    const consent = orders.findLast(one => one.consent)?.consent
    const texts = consent ? await listConsentTexts(db, { versions: [consent.version] }) : []
    const text = texts.find(({ hash }) => hash === consent?.textHash)
    return {
      number,
      reference,
      withdrawnOn: at,
      orders: orders.length,
      delivered: verified.length - erased,
      erased,
      words: text && { language: text.language, lines: withdrawalOf(text.text) },
    }
  },
})

/** @returns undefined if no withdrawal of this reference can be taken back any more */
export const takeBackConsent = defineAct({
  name: 'consent.take-back',
  input: actInput({ reference: Type.String() }),
  async run({ db, at, row }, { reference }) {
    row.subject = 'no withdrawal'
    const [withdrawal] = await takeWithdrawal(db, { reference, at, isDue: false })
    row.unchanged = !withdrawal
    if (!withdrawal) return undefined
    row.subject = `${reference} (${withdrawal.number})`
    row.agentId = withdrawal.agentId
    await resumeResults(db, { ...resultsOf(await ordersOf(db, reference)), at })
    return { number: withdrawal.number }
  },
})

/** Erases the results of the withdrawals whose hour is over, and tells the bank. A legal hold since then stops it. */
export async function completeWithdrawals(
  { runner, seals }: { runner: SqlRunner; seals: AuditSeals },
  { outboxKeys, policy, now }: Pick<Context, 'outboxKeys' | 'policy' | 'now'>,
): Promise<void> {
  const at = now()
  const held = await readHeldRecords(runner)
  for (const { reference } of await listDueWithdrawals(runner, { at }))
    await runner.inTransaction(async db => {
      const all = await ordersOf(db, reference)
      if (all.some(holding(held, reference))) return
      const [withdrawal] = await takeWithdrawal(db, { reference, at, isDue: true })
      if (!withdrawal) return
      const { agentId, number, withdrawnOn } = withdrawal
      // A KYC of the hour has a consent of its own.
      const orders = all.filter(({ createdOn }) => createdOn <= withdrawnOn)
      const { length: erased } = await eraseUndeliveredResults(db, { ...resultsOf(orders), at })
      const verified = orders.filter(({ status }) => status === 'KYC_SUCCESS')
      await putInOutbox({ outbox: createOutboxStore(db) }, outboxKeys, {
        agentId,
        kind: 'kyc-result',
        body: {
          type: 'consent.revoked',
          acknowledgement: number,
          reference,
          transactionIds: verified.flatMap(({ transactionId }) => transactionId ?? []),
          revokedOn: withdrawnOn.toISOString(),
        },
        at,
        expiresOn: new Date(at.getTime() + policy.resultKeptDays * dayMs),
      })
      const subject = `${reference} (${number}, ${erased} erased)`
      const event = systemEvent({ at, agentId, action: 'consent.tell', subject, outcome: 'done' })
      await createAuditStore(db, seals).append(event)
    })
}

async function ordersToForget({ db, row }: ActContext, reference: string): Promise<FoundOrder[]> {
  // The audit row omits a reference that no order has, since the text may be anything, even an id number.
  row.subject = 'no order has it'
  const orders = await ordersOf(db, reference)
  if (orders.length === 0) return orders
  row.subject = reference
  if (orders.some(({ status }) => status === 'SUBMITTING'))
    throw new CommandRefused('A KYC of this reference is running: try again in a minute.')
  if (orders.some(holding(await readHeldRecords(db), reference)))
    throw new CommandRefused('This reference, or an order of it, is under a legal hold.')
  return orders
}

/** Lists the orders of a reference, oldest first. */
async function ordersOf(db: SqlRunner, reference: string): Promise<FoundOrder[]> {
  const { orders } = await findOrdersOfReference(db, reference, { limit: mostOfReference })
  return orders.toReversed()
}

function resultsOf(orders: FoundOrder[]): { agentIds: string[]; ids: string[] } {
  return {
    agentIds: orders.map(({ agentId }) => agentId),
    ids: orders.flatMap(({ steps }) => steps?.event ?? []),
  }
}

function holding({ heldReferences, heldOrders, heldAgents }: HeldRecords, reference: string) {
  return ({ id, agentId }: { id: string; agentId: string }) =>
    heldReferences.includes(reference) || heldOrders.includes(id) || heldAgents.includes(agentId)
}

function withdrawalOf(items: [item: string, heading: string | null, text: string | null][]): string[] {
  const [, ...lines] = items.find(([item]) => item === 'withdrawal') ?? []
  return lines.flatMap(line => line ?? [])
}
