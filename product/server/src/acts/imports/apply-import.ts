import { id as importId } from '@ekyc/contract/console/shapes/common'
import { Type } from 'typebox'

import { lockAgents } from '../../database/agents/agents.ts'
import {
  findLastImportJob,
  listDueImportLines,
  lockImport,
  saveLineProgress,
  setImportState,
  blockActsOnAgents,
  type Import,
} from '../../database/agents/imports.ts'
import { createJob } from '../../database/staff/jobs.ts'
import type { SqlRunner } from '../../database/link/sql-runner.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { newId } from '../../domain/ids.ts'
import {
  ChangedSinceApproval,
  actInput,
  type Act,
  type AuditedContext,
  type Preview,
  type ActJob,
} from '../act.ts'
import { writePlan } from './import-plan.ts'
import {
  countPlannedLines,
  readImport,
  linesPerPiece,
  planInPieces,
  planPiece,
  refuseWhileProposed,
  withoutPlan,
} from './prepare-import.ts'

const moved = 'The lines, or agents of theirs, have changed since: plan the import again.'

type Whole = { import: string; hash: string }

/** A proposal holds for the hash of what the import would do to its lines. */
const whole = actInput({ import: importId, hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

export const applyImport: Act<Whole, { changed: boolean }> = {
  name: 'agent.import',
  input: whole,
  job: 'import',
  preview: previewImport,
  async run(action, input) {
    await previewImport(action, input)
    await createJob(action.db, {
      id: newId(action.at),
      kind: 'import',
      input: JSON.stringify(input),
      maker: JSON.stringify(action.maker),
      proposal: null,
      approval: '',
    })
    return { changed: true }
  },
}

/** Locks the import, so that of two people who propose it at once the second is refused. */
async function previewImport(action: AuditedContext, input: Whole): Promise<Preview> {
  const { db } = action
  const list = await readImport(action, input.import, lockImport)
  if (list.state !== 'planned')
    throw new CommandRefused('This import is not planned to its end, or applied already.')
  await refuseWhileProposed(db, list)
  const job = await findLastImportJob.first(db, { importId: list.id })
  if (job?.state === 'waiting' || job?.state === 'running')
    throw new CommandRefused('This import begins in a moment.')
  const { counts } = await countPlannedLines(db, list)
  const { added, updated, wrong } = counts
  if (wrong > 0 && !list.leaveOut)
    throw new CommandRefused(`Lines are wrong (${wrong}): leave them out, or mend the file.`)
  if (list.hash !== input.hash) throw new ChangedSinceApproval(moved)
  const rows = added + updated
  if (rows === 0) throw new CommandRefused('This would change nothing.')
  return {
    input,
    ground: [],
    changes: [{ field: 'import', now: '', becomes: list.name, rows }],
    effect: counts,
  }
}

/** After the first piece commits, no other act can change the agents of the import. */
export const importJob: ActJob<Whole> = {
  act: applyImport,
  async piece(action, { import: id, hash }) {
    const { db } = action
    const list = await readImport(action, id, lockImport)
    if (list.state === 'planned') {
      await blockActsOnAgents(db)
      if ((await hashNow(db, list)) !== hash) throw new ChangedSinceApproval(moved)
      await setImportState(db, { id, state: 'applying' })
      return { ...(await countPlannedLines(db, list)), end: 'held' }
    }
    if (list.state !== 'applying') throw new CommandRefused('This import is no longer as it was approved.')
    const found = await importPiece(action, list)
    if (found === 0) await setImportState(db, { id, state: 'applied' })
    return { ...(await countPlannedLines(db, list)), end: found > 0 ? 'more' : 'over' }
  },
}

async function hashNow(db: SqlRunner, list: Import): Promise<string> {
  const before = withoutPlan(list)
  let { hash } = before
  for await (const piece of planInPieces(db, before)) hash = piece.hash
  return hash
}

/** Returns the number of lines found, 0 at the end. */
async function importPiece(action: AuditedContext, list: Import): Promise<number> {
  const { db, row } = action
  const lines = await listDueImportLines(db, { id: list.id, limit: linesPerPiece })
  const [first, last] = [lines.at(0), lines.at(-1)]
  if (!first || !last) return 0
  row.subject = `${list.name}, lines ${first.line} to ${last.line}`
  const plan = await planPiece(db, list, lines, lockAgents)
  const ids = await writePlan(action, plan)
  const marks = plan.map(({ line, becomes, details }) => {
    const agentId = ids.get(details.mobile)
    return { line, progress: becomes === 'updated' || agentId !== undefined ? 'done' : 'left', agentId }
  })
  await saveLineProgress(db, { id: list.id, lines: JSON.stringify(marks) })
  return lines.length
}
