import { indiaDate } from '@ekyc/contract/india-time'
import { Type } from 'typebox'

import { findConsentText } from '../database/consent-texts.ts'
import { eraseResults } from '../database/erase-results.ts'
import { readWhole } from '../database/found-orders.ts'
import { readHeld, type Held } from '../database/holds.ts'
import { outboxIn } from '../database/outbox.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { dayMs } from '../domain/durations.ts'
import { newId } from '../domain/new-id.ts'
import { putInOutbox } from '../domain/put-in-outbox.ts'
import { act, inputOf } from './act.ts'
import { ordersOfReference } from './find-orders.ts'

/** The largest number of orders read. A reference has few orders: one verified order, and a few failed orders a day. */
const mostOfReference = 1_000

/**
 * Withdraws a customer's consent to keep her e-KYC data (regulation 16(4)). Erases the results that still wait for the
 * bank, and tells the bank to erase its own data. Results under a legal hold stay.
 * @returns undefined if no order has the reference
 */
export const withdrawConsent = act({
  name: 'consent.withdraw',
  input: inputOf({ reference: Type.String() }),
  async run({ db, at, row, policy, outboxKeys }, { reference }) {
    const { orders: found } = await ordersOfReference(db, reference, { limit: mostOfReference })
    const orders = await readWhole(db, found)
    const last = orders.at(-1)
    if (!last) {
      // The audit row omits a reference that no order has, since the text may be anything, even an id number.
      row.subject = 'no order has it'
      row.unchanged = true
      return undefined
    }
    row.subject = reference
    if (orders.some(({ status }) => status === 'SUBMITTING'))
      throw new CommandRefused('A KYC of this reference is running: try again in a minute.')

    const held = await readHeld(db)
    const isHeld = holding(held, reference)
    let erased = 0
    for (const order of orders.filter(one => !isHeld(one)))
      if (order.steps?.event !== undefined)
        erased += await eraseResults(db, { agentId: order.agentId, ids: [order.steps.event], at })
    const number = `CW-${indiaDate(at).replaceAll('-', '')}-${newId(at).slice(-8).toUpperCase()}`
    const verified = orders.filter(({ status }) => status === 'KYC_SUCCESS')
    await putInOutbox({ outbox: outboxIn(db) }, outboxKeys(), {
      agentId: last.agentId,
      kind: 'kyc-result',
      body: {
        type: 'consent.revoked',
        acknowledgement: number,
        reference,
        transactionIds: verified.flatMap(({ transactionId }) => transactionId ?? []),
        revokedOn: at.toISOString(),
      },
      at,
      expiresOn: new Date(at.getTime() + policy().resultKeptDays * dayMs),
    })
    row.subject = `${reference} (${number}, ${erased} erased)`
    row.agentId = last.agentId
    const consent = orders.findLast(one => one.consent)?.consent
    const text =
      consent?.textHash === undefined
        ? undefined
        : await findConsentText.first(db, { hash: consent.textHash })
    return {
      number,
      reference,
      withdrawnOn: at,
      orders: orders.length,
      delivered: verified.length - erased,
      erased,
      held: orders.filter(isHeld).length,
      words: text && { language: text.language, lines: withdrawalOf(text.text) },
    }
  },
})

function holding({ heldReferences, heldOrders, heldAgents }: Held, reference: string) {
  return ({ id, agentId }: { id: string; agentId: string }) =>
    heldReferences.includes(reference) || heldOrders.includes(id) || heldAgents.includes(agentId)
}

function withdrawalOf(items: [item: string, heading: string | null, text: string | null][]): string[] {
  const [, ...lines] = items.find(([item]) => item === 'withdrawal') ?? []
  return lines.flatMap(line => line ?? [])
}
