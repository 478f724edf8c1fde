import { auditDays } from '@ekyc/contract/console/audit-kinds'
import { auditShapes } from '@ekyc/contract/console/shapes/audit'
import { Type } from 'typebox'

import { exportAuditRows } from '../../database/audit/audit-export.ts'
import { findAuditRow, searchAuditRows } from '../../database/audit/audit-list.ts'
import { findNewestHead } from '../../database/audit/audit-sealer.ts'
import {
  deleteEndedVerification,
  endVerification,
  findVerification,
  insertVerification,
  takeVerification,
  renewVerification,
  verifyAuditChain,
} from '../../database/audit/audit-verification.ts'
import { createAuditStore } from '../../database/audit/audit-store.ts'
import type { SqlRunner } from '../../database/link/sql.ts'
import { maskMobilesIn } from '../../domain/agents/agents.ts'
import type { ChainProblem } from '../../domain/audit/audit-chain.ts'
import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import { systemEvent } from '../../domain/audit/audit-events.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { dayMs } from '../../domain/clocks.ts'
import { maxId } from '../../domain/ids.ts'
import { defineAct, actInput } from '../act.ts'

const { after: _after, limit: _limit, ...filters } = auditShapes.listAudit.request.properties

/** @throws CommandRefused for more than 31 days */
export function auditPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }, at: Date) {
  const before = to === undefined ? at : new Date(to)
  const earliest = new Date(before.getTime() - auditDays * dayMs)
  const start = from === undefined ? earliest : new Date(from)
  if (start < earliest) throw new CommandRefused(`The trail is looked at ${auditDays} days at a time.`)
  return { from: start, before }
}

export const listAudit = defineAct({
  name: 'audit.list',
  input: actInput({
    ...filters,
    looks: Type.Boolean(),
    after: Type.Optional(Type.Object({ happenedOn: Type.String(), id: Type.String() })),
    limit: Type.Integer({ minimum: 1, maximum: 200 }),
  }),
  async run({ db, at, row }, { from, to, agent, after, limit, ...wanted }) {
    const period = auditPeriod({ from, to }, at)
    const found = await searchAuditRows(db, {
      ...wanted,
      agentId: agent,
      from: period.from,
      before: after ?? { happenedOn: period.before.toISOString(), id: maxId },
      limit,
    })
    const asked = [`${found.rows.length} rows`]
    for (const name of ['kind', 'action', 'outcome'] as const)
      if (wanted[name] !== undefined) asked.push(`${name} ${wanted[name]}`)
    row.subject = asked.join(', ')
    if (agent !== undefined) row.agentId = agent
    return found
  },
})

export const showAuditRow = defineAct({
  name: 'audit.show',
  input: actInput({ position: Type.Integer({ minimum: 1 }) }),
  async run({ db, row }, { position }) {
    row.subject = `row ${position}`
    const found = await findAuditRow.first(db, { position })
    if (!found) throw new CommandRefused(`There is no row ${position} at hand: it may be in the archive.`)
    return found
  },
})

export async function readChainState(db: SqlRunner) {
  const [head, last] = await Promise.all([findNewestHead.first(db), findVerification.first(db)])
  return { head, last }
}

/** The last verification stays while it runs. */
export async function requestVerification(
  db: SqlRunner,
  asked: { at: Date; askedBy: string },
): Promise<void> {
  await deleteEndedVerification(db)
  await insertVerification(db, asked)
}

export function exportMaskedAuditRows(db: SqlRunner, seals: AuditSeals, time: { from: Date; before: Date }) {
  return exportAuditRows(db, seals, time, maskMobilesIn)
}

/**
 * Only servers have the keys of all seals: an intruder in the console can neither seal nor say that the chain is
 * intact.
 */
export async function runRequestedVerification(
  { runner, seals, now }: { runner: SqlRunner; seals: AuditSeals; now: () => Date },
  stopping: AbortSignal,
): Promise<void> {
  const [asked] = await takeVerification(runner)
  if (!asked) return
  const onPage = async (position: number) => {
    stopping.throwIfAborted()
    await renewVerification(runner, { position })
  }
  const { rows, problems } = await verifyAuditChain(runner, seals, { now: now(), onPage })
  await runner.inTransaction(async db => {
    await endVerification(db, {
      problems: problems.map(problem => describeChainProblem(problem).filter(Boolean).join(': ')),
    })
    const subject = `${rows} rows, ${problems.length} problems, asked for by ${asked.askedBy}`
    await createAuditStore(db, seals).append(
      systemEvent({ at: now(), action: 'audit.verify', subject, outcome: 'done' }),
    )
  })
}

export function describeChainProblem(problem: ChainProblem): [place: string, text: string] {
  return [placeOf(problem), problemTexts[problem.kind]]
}

const problemTexts: Record<ChainProblem['kind'], string> = {
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

function placeOf(problem: ChainProblem): string {
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
