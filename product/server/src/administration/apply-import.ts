import { detailFields, importLimits } from '@ekyc/contract/console/sheet-lines'
import { Type } from 'typebox'

import { lockAgents } from '../database/agents.ts'
import {
  listDueLines,
  lockImport,
  markLines,
  setImportState,
  stopActsOnAgents,
  type Import,
  type ImportLine,
} from '../database/imports.ts'
import { createJob, type JobKind } from '../database/jobs.ts'
import type { Runner } from '../database/runner.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { dayMs } from '../domain/durations.ts'
import { newId } from '../domain/new-id.ts'
import { inputOf, type Act, type Action, type Draft } from './act.ts'
import { writePlan } from './import-agents.ts'
import {
  countsOfPlan,
  emptyHash,
  hashWith,
  importId,
  importOf,
  linesOfPiece,
  piecesOf,
  planPiece,
  type PlannedLine,
} from './import-plan.ts'
import { GroundMoved, type JobWork } from './job-work.ts'
import { undoPiece, undoPlanOf } from './undo-import.ts'

const moved = 'The lines, or agents of theirs, have changed since: plan the import again.'

type Whole = { import: string; hash: string }

/** The import's id, and the hash of what an import or an undo would do to its lines. A proposal holds for this hash. */
const whole = inputOf({
  import: importId,
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

export const applyImport = byJob('agent.import', 'import', async ({ db }, list) => {
  if (list.state !== 'planned')
    throw new CommandRefused('This import is not planned to its end, or applied already.')
  return { hash: list.hash, ...(await changesOf(db, list)) }
})

/** Undoes an import by a job. Keeps agents who have logged in, and details that changed, since the import. */
export const undoImport = byJob('import.undo', 'import-undo', async ({ db, at }, list) => {
  refuseLateUndo(list, at)
  const { hash, removed, restored, kept } = await undoPlanOf(db, list)
  const changes = [
    { field: 'agents of the import', now: 'added', becomes: 'removed', rows: removed },
    { field: 'agents of the import', now: 'changed', becomes: 'as before', rows: restored },
  ]
  return { hash, changes, effect: { removed, restored, kept } }
})

function refuseLateUndo({ state, appliedOn }: Import, at: Date): void {
  if (state !== 'applied' || !appliedOn)
    throw new CommandRefused('This import is not applied, or undone already.')
  if (at.getTime() - appliedOn.getTime() > importLimits.undoDays * dayMs)
    throw new CommandRefused(`An import can be undone for ${importLimits.undoDays} days.`)
}

async function changesOf(db: Runner, list: Import): Promise<Pick<Draft, 'changes' | 'effect'>> {
  const { counts } = await countsOfPlan(db, list)
  const { added, updated, wrong } = counts
  if (wrong > 0 && !list.leaveOut)
    throw new CommandRefused(`Lines are wrong (${wrong}): leave them out, or mend the file.`)
  const changes = [
    { field: list.name, now: '', becomes: 'new agents', rows: added },
    { field: list.name, now: 'agents', becomes: 'changed agents', rows: updated },
  ]
  return { changes, effect: counts }
}

function byJob(
  name: 'agent.import' | 'import.undo',
  job: JobKind,
  look: (action: Action, list: Import) => Promise<Pick<Draft, 'changes' | 'effect'> & { hash: string }>,
): Act<Whole, { changed: boolean }> {
  const draft = async (action: Action, input: Whole): Promise<Draft> => {
    const list = await importOf(action, input.import)
    const { hash, changes, effect } = await look(action, list)
    if (hash !== input.hash) throw new GroundMoved(moved)
    const few = changes.filter(({ rows }) => rows > 0)
    if (few.length === 0) throw new CommandRefused('This would change nothing.')
    return { input, ground: [], changes: few, effect }
  }
  return {
    name,
    input: whole,
    job,
    draft,
    async run(action, input) {
      await draft(action, input)
      const { db, at, maker } = action
      const [asked, who] = [JSON.stringify(input), JSON.stringify(maker)]
      await createJob(db, {
        id: newId(at),
        kind: job,
        input: asked,
        maker: who,
        proposal: null,
        approval: '',
      })
      return { changed: true }
    },
  }
}

/** The job that applies an import. After its first piece commits, no other act can change the agents of the import. */
export const importWork = heldWork({
  act: applyImport,
  states: ['planned', 'applying', 'applied'],
  async hash(db, list) {
    let hash = emptyHash(list)
    for await (const lines of piecesOf(db, list.id))
      hash = hashWith(hash, lines, await planPiece(db, list, lines))
    return hash
  },
  piece: importPiece,
})

export const undoWork = heldWork({
  act: undoImport,
  states: ['applied', 'undoing', 'undone'],
  hash: async (db, list) => (await undoPlanOf(db, list)).hash,
  piece: undoPiece,
})

function heldWork(of: {
  act: Act<Whole, unknown>
  states: [before: Import['state'], during: Import['state'], after: Import['state']]
  hash(db: Runner, list: Import): Promise<string>
  /** Returns the number of lines found, 0 at the end. */
  piece(action: Action, list: Import): Promise<number>
}): JobWork<Whole> {
  const [before, during, after] = of.states
  return {
    act: of.act,
    async piece(action, { import: id, hash }) {
      const { db, at } = action
      const list = await importOf(action, id, lockImport)
      if (list.state === before) {
        await stopActsOnAgents(db)
        if ((await of.hash(db, list)) !== hash) throw new GroundMoved(moved)
        await setImportState(db, { id, state: during, appliedOn: null })
        return { ...(await countsOfPlan(db, { ...list, state: during })), end: 'held' }
      }
      if (list.state !== during) throw new CommandRefused('This import is no longer as it was approved.')
      const found = await of.piece(action, list)
      if (found > 0) return { ...(await countsOfPlan(db, list)), end: 'more' }
      await setImportState(db, { id, state: after, appliedOn: after === 'applied' ? at : null })
      return { ...(await countsOfPlan(db, list)), end: 'over' }
    },
  }
}

async function importPiece(action: Action, list: Import): Promise<number> {
  const { db, row } = action
  const lines = await listDueLines(db, { id: list.id, progress: 'waiting', after: 0, limit: linesOfPiece })
  const [first, last] = [lines.at(0), lines.at(-1)]
  if (!first || !last) return 0
  row.subject = `${list.name}, lines ${first.line} to ${last.line}`
  const plan = await planPiece(db, list, lines, lockAgents)
  const asApproved = plan.filter((one, index) => isSame(one, lines[index])).map(({ planned }) => planned)
  const ids = await writePlan(action, asApproved)
  const done = new Set(
    asApproved.filter(({ becomes, details }) => becomes === 'updated' || ids.has(details.mobile)),
  )
  const marks = plan.map(({ line, planned }) => ({
    line,
    progress: done.has(planned) ? 'done' : 'left',
    agentId: ids.get(planned.details.mobile),
  }))
  await markLines(db, { id: list.id, lines: JSON.stringify(marks) })
  return lines.length
}

/** Tells whether the line still has its approved outcome. A change by SQL, for example, can alter the outcome. */
function isSame(
  now: Pick<PlannedLine, 'becomes' | 'before' | 'agentId'>,
  approved: ImportLine | undefined,
): boolean {
  const facts = ({ becomes, before, agentId }: typeof now | ImportLine) =>
    JSON.stringify([becomes, agentId, detailFields.map(field => before[field])])
  return approved !== undefined && facts(now) === facts(approved)
}
