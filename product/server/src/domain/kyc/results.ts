import type { KycResult } from '@ekyc/contract/bank'
import { kycTexts } from '@ekyc/contract/texts'

import type { SharedNow } from '../clock-skew.ts'
import { DatabaseAway, throughDatabaseAway } from '../database-away.ts'
import { dayMs } from '../durations.ts'
import { newId } from '../new-id.ts'
import type { Message } from '../messages/outbox.ts'
import type { Policy } from '../policy.ts'
import { Unavailable, type EKycData, type ReferenceDirectory, type Vault, type Verdict } from '../ports.ts'
import { inVault } from '../messages/put-in-outbox.ts'
import type { OrderRecord } from './kyc-stores.ts'
import type { Timer } from '../timer.ts'

/** The values of RESULTS: where e-KYC data is stored until the bank has it. 'pass-through' stores it nowhere. */
export const resultsModes = ['outbox', 'vault', 'pass-through'] as const
export type ResultsMode = (typeof resultsModes)[number]

/** The result of `secure`. `message` must still be put into the outbox, and is absent if the bank has the data. */
export type SecuredResult = { id: string; message?: Message<'kyc-result'> }

/** The outcome when the bank did not accept a verified customer's data, so these are lost. `reason` is for the log. */
export type NotTaken = { kind: 'not-taken'; reason: string; answerDigest?: string }

export type Results = {
  /** The time in ms that is added to the lease of a submit, because `secure` may wait for the bank. */
  longestMs: number
  /** Returns an error if results go to the vault and it does not answer, otherwise undefined. */
  away(): Promise<DatabaseAway | undefined>
  /** Before the settlement, puts the e-KYC data into the vault, sends it to the bank or returns an outbox message. */
  secure(
    order: OrderRecord,
    verified: Extract<Verdict, { kind: 'verified' }>,
  ): Promise<SecuredResult | NotTaken>
}

/** The time for which a failed write into the vault is repeated, in ms. It equals `settleMs` of a submission. */
const keepMs = 120_000
const pauseMs = 200

export function createResults(options: {
  mode: ResultsMode
  passThroughMs: number
  vault: Vault | undefined
  bank: Pick<ReferenceDirectory, 'deliverResult'>
  policy: Policy
  now: () => Date
  sharedNow: SharedNow
  timer: Timer
}): Results {
  const { mode, now, timer } = options

  return {
    longestMs: mode === 'pass-through' ? options.passThroughMs : 0,

    async away() {
      if (mode !== 'vault') return undefined
      return vaultOf(options.vault)
        .ping()
        .then(
          () => undefined,
          (error: unknown) => (error instanceof DatabaseAway ? error : new DatabaseAway(error)),
        )
    },

    async secure(order, { eKyc }) {
      const at = now()
      const id = newId(options.sharedNow())
      const expiresOn = earlier(new Date(eKyc.keepUntil), options.policy.resultKeptDays, at)
      const body = bodyOf(order, eKyc, at)
      const { agentId } = order
      if (mode === 'outbox') return { id, message: { agentId, id, expiresOn, body } }
      if (mode === 'pass-through') return pass(id, JSON.stringify({ id, ...body }))
      const kept = { id, orderId: order.id, body: JSON.stringify(body), at, expiresOn }
      await throughDatabaseAway(timer, keepMs, () => vaultOf(options.vault).keep(kept))
      return { id, message: { agentId, id, expiresOn, body: inVault(kept.body) } }
    },
  }

  /** Delivers a result to the bank, with retries. All tries have the same id, by which the bank recognises repeats. */
  async function pass(id: string, body: string): Promise<SecuredResult | NotTaken> {
    const deadline = timer.uptimeMs() + options.passThroughMs
    for (;;)
      try {
        await options.bank.deliverResult({ id, body, deadlineMs: deadline - timer.uptimeMs() })
        return { id }
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        if (timer.uptimeMs() + pauseMs >= deadline) return { kind: 'not-taken', reason: error.message }
        await timer.wait(pauseMs)
      }
  }
}

function bodyOf(
  { id, reference, transactionId }: OrderRecord,
  eKyc: EKycData,
  at: Date,
): Omit<KycResult, 'id'> {
  return {
    type: 'kyc.result',
    orderId: id,
    reference,
    transactionId: transactionId ?? kycTexts.noTransactionId,
    outcome: 'KYC_SUCCESS',
    completedOn: at.toISOString(),
    eKyc,
  }
}

function vaultOf(vault: Vault | undefined): Vault {
  if (!vault) throw new Error('RESULTS=vault, and there is no vault')
  return vault
}

function earlier(end: Date, days: number, at: Date): Date {
  return new Date(Math.min(end.getTime(), at.getTime() + days * dayMs))
}
