import type { AuditAction } from '@ekyc/contract/console/audit-actions'
import { proposalEffects, type ProposalField } from '@ekyc/contract/console/proposal-changes'

import { findTouched, lockTouched, type TouchedRow } from '../database/staff/proposals.ts'
import type { SqlRunner } from '../database/link/sql.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { maskMobile } from '../domain/agents/agents.ts'
import { chunksOf, type Act, type AuditEntry, type Preview, type ActContext } from './act.ts'
import { lockNamedAgent } from './agents/act-on-agent.ts'

export async function runCollectingRows(action: ActContext, act: Act<unknown, unknown>, input: unknown) {
  const row: AuditEntry = { subject: '' }
  const rows: [action: AuditAction, row: AuditEntry][] = [[act.name, row]]
  const addRow = async (...part: (typeof rows)[number]) => void rows.push(part)
  const result = await act.run({ ...action, row, addRow }, input)
  const ids = new Set(rows.flatMap(([, { agentId }]) => agentId ?? []))
  const counts = Object(result) as Record<string, unknown>
  const effect: Preview['effect'] = {}
  for (const name of proposalEffects) {
    const count = counts[name]
    if (typeof count === 'number') effect[name] = count
  }
  return { ids, rows, effect, changed: row.unchanged !== true }
}

export async function previewAct(
  action: ActContext,
  act: Act<unknown, unknown>,
  input: unknown,
): Promise<Preview> {
  if (act.preview) {
    const preview = await act.preview(action, input)
    if (preview.changes.length === 0) throw new CommandRefused(nothingChanges)
    return preview
  }
  const named = Object(input) as { agent?: string; agents?: string[] }
  // A proposal is kept longer than the mobile number of an erased agent.
  const agentId = named.agent && (await lockNamedAgent({ ...action, row: { subject: '' } }, named.agent)).id
  const byId = agentId ? { ...named, agent: agentId } : named
  // Rolling the act back also releases its locks. These locks hold the agents until the proposal stands.
  const locked = await readTouched(lockTouched, action.db, agentId ? [agentId] : (named.agents ?? []))
  const { done, after } = await runAndRollBack(action.db, async db => {
    const acted = await runCollectingRows({ ...action, db }, act, byId)
    return { done: acted, after: await readTouched(findTouched, db, [...acted.ids]) }
  })
  // An act such as the end of sessions changes nothing that approvers see, and is told by its effect.
  if (!done.changed) throw new CommandRefused(nothingChanges)
  const before = locked.filter(({ id }) => done.ids.has(id))
  return {
    input: byId,
    ground: before.map(({ id, version }) => ({ kind: 'agent', id, version })),
    changes: changesOf(before, after),
    effect: done.effect,
  }
}

const nothingChanges = 'This would change nothing.'

class RolledBack<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('an act that is only looked at was taken back')
    this.result = result
  }
}

async function runAndRollBack<T>(db: SqlRunner, work: (inner: SqlRunner) => Promise<T>): Promise<T> {
  try {
    return await db.inTransaction<never>(async inner => {
      throw new RolledBack(await work(inner))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T
    throw error
  }
}

export async function readTouched(read: typeof lockTouched, db: SqlRunner, ids: string[]) {
  const rows: TouchedRow[] = []
  for (const some of chunksOf(ids.toSorted())) rows.push(...(await read(db, { ids: some })))
  return rows
}

/** Both texts are empty for an agent who was erased meanwhile. A person of the staff has no mobile number. */
export function nameAndMaskedMobile(id: string, row?: { name: string; mobile: string }) {
  return { id, name: row?.name ?? '', mobile: maskMobile(row?.mobile ?? '') }
}

export function agentAbout(row: { about: string | null; agentName: string; agentMobile: string }) {
  const { about, agentName: name, agentMobile: mobile } = row
  return about === null ? undefined : nameAndMaskedMobile(about, { name, mobile })
}

const fields: [ProposalField, (agent: TouchedRow) => string][] = [
  ['name', ({ name }) => name],
  ['mobile', ({ mobile }) => maskMobile(mobile)],
  ['state', ({ isEnabled }) => (isEnabled ? 'enabled' : 'disabled')],
  ['roles', ({ roles }) => roles.join(' ')],
  ['withheld', ({ withheld }) => withheld.join(' ')],
]

function changesOf(before: TouchedRow[], after: TouchedRow[]): Preview['changes'] {
  const beforeById = new Map(before.map(agent => [agent.id, agent]))
  const changes = new Map<string, Preview['changes'][number]>()
  for (const agent of after)
    for (const [field, shown] of fields) {
      const known = beforeById.get(agent.id)
      const [now, becomes] = [known ? shown(known) : '', shown(agent)]
      const change = changes.get(`${field} ${now} ${becomes}`) ?? { field, now, becomes, rows: 0 }
      change.rows += 1
      // Two masked mobile numbers look the same if their last four digits are the same.
      const isOtherMobile = field === 'mobile' && known?.mobile !== agent.mobile
      if (now !== becomes || isOtherMobile) changes.set(`${field} ${now} ${becomes}`, change)
    }
  return [...changes.values()]
}
