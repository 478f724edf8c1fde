import type { KycResult } from '@ekyc/contract/bank'
import { kycTexts } from '@ekyc/contract/texts'

import type { KycContext } from '../context.ts'
import { DatabaseAway, retryWhileDatabaseAway } from '../database-away.ts'
import { dayMs } from '../clocks.ts'
import { newId } from '../ids.ts'
import { type OutboxMessage, vaultReference } from '../messages/outbox.ts'
import { Unavailable, type Vault, type AuthorityVerdict } from '../ports.ts'
import type { OrderRecord } from './kyc-records.ts'

/** The values of RESULTS: where e-KYC data is stored until the bank has it. 'pass-through' stores it nowhere. */
export const resultsModes = ['outbox', 'vault', 'pass-through'] as const
export type ResultsMode = (typeof resultsModes)[number]

type Verified = Extract<AuthorityVerdict, { kind: 'verified' }>

/** The outcome when the bank did not accept a verified customer's data, so these are lost. `reason` is for the log. */
type ResultNotAccepted = { kind: 'not-taken'; reason: string; answerDigest?: string | undefined }

/** `message` must still be put into the outbox, and is absent if the bank has the data. */
export type SecuredResult = {
  verdict: Verified | ResultNotAccepted
  result?: { id: string; message?: OutboxMessage<'kyc-result'> }
}

/** The time for which a failed write of a verdict or a result is repeated, in ms. A sweep may settle the order meanwhile. */
export const writeRetryMs = 120_000
const pauseMs = 200

/** @throws DatabaseAway if results go to the vault and it does not answer */
export async function pingVault({ results, vault }: KycContext): Promise<void> {
  if (results.mode !== 'vault') return
  await presentVault(vault)
    .ping()
    .catch((error: unknown) => {
      throw error instanceof DatabaseAway ? error : new DatabaseAway(error)
    })
}

export async function secureResult(
  context: KycContext,
  order: OrderRecord,
  verdict: Verified,
): Promise<SecuredResult> {
  const { results, vault, policy, now, sharedNow, timer } = context
  const { eKyc } = verdict
  const at = now()
  const id = newId(sharedNow())
  const { agentId, reference, transactionId } = order
  const keptUntil = at.getTime() + policy.resultKeptDays * dayMs
  const expiresOn = new Date(Math.min(new Date(eKyc.keepUntil).getTime(), keptUntil))
  const envelope = { kind: 'kyc-result' as const, agentId, id, expiresOn }
  const body: Omit<KycResult, 'id'> = {
    type: 'kyc.result',
    orderId: order.id,
    reference,
    transactionId: transactionId ?? kycTexts.noTransactionId,
    outcome: 'KYC_SUCCESS',
    completedOn: at.toISOString(),
    eKyc,
  }
  if (results.mode === 'outbox') return { verdict, result: { id, message: { ...envelope, body } } }
  if (results.mode === 'pass-through') {
    const reason = await passToBank(context, id, JSON.stringify({ id, ...body }))
    if (reason === undefined) return { verdict, result: { id } }
    return { verdict: { kind: 'not-taken', reason, answerDigest: verdict.answerDigest } }
  }
  const kept = { id, orderId: order.id, body: JSON.stringify(body), at, expiresOn }
  await retryWhileDatabaseAway(timer, writeRetryMs, () => presentVault(vault).keep(kept))
  const message = { ...envelope, body: vaultReference(kept.body) }
  return { verdict, result: { id, message } }
}

/**
 * Delivers a result to the bank, with retries. All tries have the same id, by which the bank recognises repeats.
 * @returns the reason why the bank did not take the result, or undefined if it did
 */
async function passToBank(
  { bank, results, timer }: KycContext,
  id: string,
  body: string,
): Promise<string | undefined> {
  const deadline = timer.uptimeMs() + results.passThroughMs
  for (;;)
    try {
      await bank.deliverResult({ id, body, deadlineMs: deadline - timer.uptimeMs() })
      return undefined
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      if (timer.uptimeMs() + pauseMs >= deadline) return error.message
      await timer.wait(pauseMs)
    }
}

function presentVault(vault: Vault | undefined): Vault {
  if (!vault) throw new Error('RESULTS=vault, and there is no vault')
  return vault
}
