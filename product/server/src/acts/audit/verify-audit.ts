import { auditIn } from '../../database/audit/audit.ts'
import { exportAuditRows } from '../../database/audit/audit-export.ts'
import { newestAuditHead } from '../../database/audit/audit-sealer.ts'
import {
  dropVerification,
  endVerification,
  findVerification,
  insertVerification,
  takeVerification,
  tellVerification,
} from '../../database/audit/audit-verifications.ts'
import { verifyAuditChain } from '../../database/audit/audit-verification.ts'
import type { Runner } from '../../database/link/runner.ts'
import type { ChainProblem } from '../../domain/audit/audit-chain.ts'
import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import { withMaskedMobiles } from '../../domain/agents/mask-mobile.ts'

/** Reads the newest head of the audit chain, and the last verification that somebody has asked for. */
export async function chainState(db: Runner) {
  const [head, last] = await Promise.all([newestAuditHead(db), findVerification.first(db)])
  return { head, last }
}

/** Asks for a verification in place of the last one, unless that one still runs. */
export async function askForVerification(db: Runner, asked: { at: Date; askedBy: string }): Promise<void> {
  await dropVerification(db)
  await insertVerification(db, asked)
}

/** Yields the lines of an export, with masked mobile numbers. */
export async function* exportedRows(
  db: Runner,
  seals: AuditSeals,
  time: { from: Date; before: Date },
): AsyncGenerator<string> {
  for await (const line of exportAuditRows(db, seals, time, withMaskedMobiles)) yield `${line}\n`
}

/**
 * Verifies the audit chain if somebody has asked for it in the console. A server does it, because only servers have the
 * keys of all seals: an intruder in the console can neither seal nor say that the chain is intact.
 */
export async function verifyAsAsked(
  { runner, seals, now }: { runner: Runner; seals: AuditSeals; now: () => Date },
  stopping: AbortSignal,
): Promise<void> {
  const [asked] = await takeVerification(runner)
  if (!asked) return
  const onPage = async (position: number) => {
    stopping.throwIfAborted()
    await tellVerification(runner, { position })
  }
  const { rows, problems } = await verifyAuditChain(runner, seals, { now: now(), onPage })
  const inWords = problems.map(problem => [placeOf(problem), problemTexts[problem.kind]])
  await runner.inTransaction(async db => {
    await endVerification(db, { problems: inWords.map(words => words.filter(Boolean).join(': ')) })
    await auditIn(db, seals).append({
      at: now(),
      actorKind: 'system',
      agentId: undefined,
      actor: 'server',
      action: 'audit.verify',
      subject: `${rows} rows, ${problems.length} problems, asked for by ${asked.askedBy}`,
      outcome: 'done',
      requestId: undefined,
      traceId: undefined,
      address: undefined,
    })
  })
}

export const problemTexts: Record<ChainProblem['kind'], string> = {
  changed: 'changed after it was sealed',
  missing: 'missing',
  'cut-off': 'cut off from the end',
  headless: 'sealed, but its signed head is gone',
  'unknown-key': 'sealed under a key that is not configured',
  'head-changed': 'signed head changed or forged',
  'head-missing': 'signed head missing',
  'checkpoint-changed': 'the statement of what was erased is forged or gone',
  'not-the-exported-chain': 'this is not the chain of the export',
  'not-sealed': 'not sealed for over an hour',
  foreign: 'written by somebody without AUDIT_KEY',
  'not-as-logged': 'in the log, and not in the trail or changed there',
  hooked: 'triggers or rules that can drop or change rows',
}

export function placeOf(problem: ChainProblem): string {
  if ('names' in problem) return problem.names.join(', ')
  if ('ids' in problem)
    return `${problem.rows} rows: ${problem.ids.join(', ')}${problem.rows > problem.ids.length ? ' …' : ''}`
  if ('rows' in problem) return `${problem.rows} rows`
  if (!('from' in problem)) return ''
  const place = span(problem.from, problem.to)
  return problem.kind.startsWith('head-') ? `head ${place}` : place
}

function span(from: number, to: number): string {
  return from === to ? String(from) : `${from} to ${to}`
}
