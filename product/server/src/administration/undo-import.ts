import { detailFields, detailsOf, type DetailField } from '@ekyc/contract/console/sheet-lines'

import { indexAgents, unindexAgents } from '../database/agent-words.ts'
import {
  findAgentsById,
  lockAgentsById,
  removeNewAgents,
  removeRoles,
  removeWithheld,
  updateAgents,
  type ManagedAgent,
} from '../database/agents.ts'
import { listDueLines, markLines, type Import, type ImportLine } from '../database/imports.ts'
import type { Runner } from '../database/runner.ts'
import { chainedHash } from '../domain/chained-hash.ts'
import { act, inputOf, type Action } from './act.ts'
import { chunksOf } from './chunks-of.ts'
import { importId, importOf, linesOfPiece } from './import-plan.ts'

/** Counts the lines that an undo removes, restores or keeps. Lists each line that stays, at least in part, and why. */
export const showUndo = act({
  name: 'import.show',
  input: inputOf({ id: importId }),
  async run(action, { id }) {
    return undoPlanOf(action.db, await importOf(action, id))
  },
})

type UndoneLine = {
  line: ImportLine
  agent: ManagedAgent | undefined
  becomes: 'removed' | 'restored' | 'kept'
  fields: DetailField[]
  /** The reason why the undo leaves the line, or some of its fields, unchanged. */
  reason: string | undefined
}

type UndoPlan = {
  removed: number
  restored: number
  kept: number
  hash: string
  rows: Pick<UndoneLine, 'line' | 'reason'>[]
}

/** Plans the undo of an import. `undoPiece` decides with the same code which lines it undoes. */
export async function undoPlanOf(db: Runner, list: Import): Promise<UndoPlan> {
  const plan: UndoPlan = { removed: 0, restored: 0, kept: 0, hash: chainedHash(list.id), rows: [] }
  for (let after = 0; ;) {
    const lines = await listDueLines(db, { id: list.id, progress: 'done', after, limit: linesOfPiece })
    const last = lines.at(-1)
    if (!last) return plan
    after = last.line
    for (const { line, becomes, fields, reason } of await undoneLines(db, lines, findAgentsById)) {
      plan[becomes] += 1
      plan.hash = chainedHash(plan.hash, line.line, becomes, fields, reason)
      if (reason !== undefined) plan.rows.push({ line, reason })
    }
  }
}

async function undoneLines(
  db: Runner,
  lines: ImportLine[],
  read: typeof lockAgentsById,
): Promise<UndoneLine[]> {
  const agents = new Map<string, ManagedAgent>()
  for (const ids of chunksOf(lines.flatMap(({ agentId }) => agentId ?? []).toSorted()))
    for (const agent of await read(db, { ids })) agents.set(agent.id, agent)
  return lines.map(line => undoneLine(line, agents.get(line.agentId ?? '')))
}

function undoneLine(line: ImportLine, agent: ManagedAgent | undefined): UndoneLine {
  const kept = (reason: string) => ({ line, agent, becomes: 'kept' as const, fields: [], reason })
  if (!agent) return kept('is no agent any more')
  if (agent.mobile !== line.mobile) return kept('has another mobile since')
  if (line.becomes === 'added') {
    if (agent.passwordHash !== null) return kept('has logged in since')
    return { line, agent, becomes: 'removed', fields: [], reason: undefined }
  }
  const changed = detailFields.filter(field => line.before[field] !== undefined)
  const fields = changed.filter(field => agent[field] === line.details[field])
  const others = changed.filter(field => !fields.includes(field))
  const reason = others.length > 0 ? `somebody has changed since: ${others.join(', ')}` : undefined
  return { line, agent, fields, becomes: fields.length > 0 ? 'restored' : 'kept', reason }
}

/** Returns the number of lines processed, or 0 if no line is left. */
export async function undoPiece(action: Action, list: Import): Promise<number> {
  const { db, row, addRow } = action
  const lines = await listDueLines(db, { id: list.id, progress: 'done', after: 0, limit: linesOfPiece })
  const [first, last] = [lines.at(0), lines.at(-1)]
  if (!first || !last) return 0
  row.subject = `${list.name}, lines ${first.line} to ${last.line}`
  const plan = await undoneLines(db, lines, lockAgentsById)
  const of = (becomes: UndoneLine['becomes']) =>
    plan.flatMap(one => (one.agent && one.becomes === becomes ? [{ ...one, agent: one.agent }] : []))

  for (const some of chunksOf(of('removed'))) {
    const ids = some.map(({ agent }) => agent.id)
    await removeRoles(db, { ids })
    await removeWithheld(db, { ids })
    await removeNewAgents(db, { ids })
    await unindexAgents(db, ids)
    for (const { agent } of some) await addRow('agent.remove', { agentId: agent.id, subject: agent.mobile })
  }
  for (const some of chunksOf(of('restored'))) {
    const agents = some.map(({ agent, line, fields }) => {
      const former = Object.fromEntries(fields.map(field => [field, line.before[field]]))
      return { id: agent.id, ...detailsOf(agent), ...former }
    })
    await updateAgents(db, { agents: JSON.stringify(agents) })
    await indexAgents(
      db,
      agents.map(({ id }) => id),
      action.at,
    )
    for (const { agent, fields } of some)
      await addRow('agent.update', {
        agentId: agent.id,
        subject: `${agent.mobile} ${fields.join(' ')}`,
      })
  }
  const marks = plan.map(({ line, becomes }) => ({
    line: line.line,
    progress: becomes === 'kept' ? 'kept' : 'undone',
  }))
  await markLines(db, { id: list.id, lines: JSON.stringify(marks) })
  return lines.length
}
