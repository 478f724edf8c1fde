import {
  bareMobile,
  becomesOfLine,
  detailsOfCells,
  importLimits,
  mostLines,
  tidyDetails,
} from '@ekyc/contract/console/sheet-lines'
import { id as importId } from '@ekyc/contract/console/shapes/common'
import { importShapes } from '@ekyc/contract/console/shapes/imports'
import { Type } from 'typebox'

import {
  findAgentsByMobiles,
  listRoleNames,
  lockAgents,
  type ManagedAgent,
} from '../../database/agents/agents.ts'
import {
  blockActsOnAgents,
  countPlannedLines,
  recountImportLines,
  createImport as insertImport,
  deleteImport as removeImport,
  deleteImportLines,
  findFirstLinesOfMobiles,
  findImport,
  findLastImportJob,
  listDueImportLines,
  listImportLines,
  lockImport,
  listImportLinesByProblem,
  saveLinePlans,
  putImportLines,
  saveImportPlan,
  saveLineProgress,
  setImportState,
  type Import,
  type ImportLine,
} from '../../database/agents/imports.ts'
import type { SqlRunner } from '../../database/link/sql.ts'
import { createJob } from '../../database/staff/jobs.ts'
import { findProposalOfImport } from '../../database/staff/proposals.ts'
import { hashOfPlan } from '../../domain/agents/agents.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { newId } from '../../domain/ids.ts'
import {
  ChangedSinceApproval,
  defineAct,
  chunksOf,
  actInput,
  type Act,
  type ActContext,
  type Preview,
} from '../act.ts'
import { planLine, writePlan, type PlannedLine } from './import-plan.ts'

const integer = Type.Integer()

/** One step of a plan, or one transaction of a job, has so many lines. */
const linesPerPiece = 2_000

export const createImport = defineAct({
  name: 'import.prepare',
  input: actInput(importShapes.createImport.request.properties),
  async run({ db, at, maker, row }, { name, columns }) {
    const plain = name.replaceAll(/[^\p{L}\p{M}\p{N} ._-]/gu, '_')
    row.subject = `new import ${plain}`
    if (!columns.includes('mobile') || !columns.includes('name'))
      throw new CommandRefused('An import needs the columns mobile and name.')
    const list = { id: newId(at), name: plain, columns, madeBy: makerId(maker), at }
    await insertImport(db, list)
    return { id: list.id }
  },
})

export const addLines = defineAct({
  name: 'import.prepare',
  input: actInput(importShapes.addLines.request.properties),
  async run(action, told) {
    const list = await lockOwnImport(action, told.id)
    action.row.subject = `${told.lines.length} lines of ${list.name}`
    const lines = told.lines.map(({ line, cells, unreadable }) => {
      const given = detailsOfCells(list.columns, cells.map(storable))
      const details = tidyDetails({ ...given, mobile: bareMobile(given.mobile) })
      return { line, mobile: details.mobile, details, unreadable: unreadable && storable(unreadable) }
    })
    await putImportLines(action.db, { id: list.id, lines: JSON.stringify(lines) })
    const { lines: count } = await recountImportLines.one(action.db, { id: list.id })
    if (count > mostLines) throw new CommandRefused(`An import has at most ${mostLines} lines.`)
    return { lines: count }
  },
})

export const planImport = defineAct({
  name: 'import.prepare',
  input: actInput(importShapes.planImport.request.properties),
  async run(action, { id, onExisting, leaveOut, again }) {
    const { db, row } = action
    const before = await lockOwnImport(action, id)
    row.subject = `plan of ${before.name}`
    const isFresh = before.hash === '' || before.onExisting !== onExisting || again === true
    const chosen = { ...before, onExisting, leaveOut }
    const list = isFresh ? withoutPlan(chosen) : chosen
    list.state = before.lines > 0 ? 'planned' : 'open'
    let count = 0
    for await (const { plan, hash, plannedUntil } of planInPieces(db, list)) {
      await saveLinePlans(db, { id, lines: JSON.stringify(plan.map(plannedOutcome)) })
      Object.assign(list, { hash, plannedUntil })
      count += plan.length
      if (count < importLimits.linesOfPlan) continue
      list.state = 'open'
      break
    }
    await saveImportPlan(db, list)
    return overview(action, list)
  },
})

export const dropImport = defineAct({
  name: 'import.prepare',
  input: actInput(importShapes.dropImport.request.properties),
  async run(action, told) {
    const list = await lockOwnImport(action, told.id)
    action.row.subject = `drop of ${list.name}`
    await deleteImportLines(action.db, { id: list.id })
    await removeImport(action.db, { id: list.id })
    return {}
  },
})

export const showImport = defineAct({
  name: 'import.show',
  input: actInput({
    id: importId,
    show: Type.Optional(Type.Enum([...becomesOfLine])),
    afterRight: integer,
    afterLine: integer,
    limit: integer,
  }),
  async run(action, { id, show, ...page }) {
    const list = await readImport(action, id)
    const rows = await listImportLinesByProblem(action.db, { id: list.id, show, ...page })
    return { import: await overview(action, list), rows }
  },
})

const moved = 'The lines, or agents of theirs, have changed since: plan the import again.'

type Whole = { import: string; hash: string }

/** A proposal holds for the hash of what the import would do to its lines. */
const whole = actInput({ import: importId, hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

export const applyImport: Act<Whole, { changed: boolean }> = {
  name: 'agent.import',
  input: whole,
  job: 'import',
  preview: previewImport,
  runPiece: runImportPiece,
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
async function previewImport(action: ActContext, input: Whole): Promise<Preview> {
  const { db } = action
  const list = await readImport(action, input.import, lockImport)
  if (list.state !== 'planned')
    throw new CommandRefused('This import is not planned to its end, or applied already.')
  await refuseWhileProposed(db, list)
  const job = await findLastImportJob.first(db, { importId: list.id })
  if (job?.state === 'waiting' || job?.state === 'running')
    throw new CommandRefused('This import begins in a moment.')
  const { counts } = await progressOf(db, list)
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

/** After the first piece commits, which changes no agent yet, no other act can change the agents of the import. */
async function runImportPiece(action: ActContext, { import: id, hash }: Whole) {
  const { db } = action
  const list = await readImport(action, id, lockImport)
  if (list.state === 'planned') {
    await blockActsOnAgents(db)
    if ((await hashNow(db, list)) !== hash) throw new ChangedSinceApproval(moved)
    await setImportState(db, { id, state: 'applying' })
    return { ...(await progressOf(db, list)), isOver: false }
  }
  if (list.state !== 'applying') throw new CommandRefused('This import is no longer as it was approved.')
  const isOver = (await importLines(action, list)) === 0
  if (isOver) await setImportState(db, { id, state: 'applied' })
  return { ...(await progressOf(db, list)), isOver }
}

async function hashNow(db: SqlRunner, list: Import): Promise<string> {
  const before = withoutPlan(list)
  let { hash } = before
  for await (const piece of planInPieces(db, before)) hash = piece.hash
  return hash
}

/** Returns the number of lines found, 0 at the end. */
async function importLines(action: ActContext, list: Import): Promise<number> {
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

/** `read` locks the agents if the caller applies the lines afterwards. */
async function planPiece(
  db: SqlRunner,
  list: Import,
  lines: ImportLine[],
  read: typeof lockAgents = findAgentsByMobiles,
): Promise<PlannedLine[]> {
  const agents = new Map<string, ManagedAgent>()
  const firstLines = new Map<string, number>()
  for (const mobiles of chunksOf(lines.map(({ mobile }) => mobile).toSorted())) {
    for (const agent of await read(db, { mobiles })) agents.set(agent.mobile, agent)
    for (const { mobile, line } of await findFirstLinesOfMobiles(db, { id: list.id, mobiles }))
      firstLines.set(mobile, line)
  }
  const rules = { ...list, agents, roles: await listRoleNames(db), firstLines, from: 'sheet' as const }
  return lines.map(line => planLine(line, rules))
}

/** `before` has the agent's details that the line changes. */
function plannedOutcome({ line, becomes, fields, problems, agent }: PlannedLine) {
  const before: ImportLine['before'] = {}
  if (agent) for (const field of fields) before[field] = agent[field]
  return { line, becomes, fields, problems, agentId: agent?.id ?? null, before }
}

function withoutPlan(list: Import): Import {
  return { ...list, plannedUntil: 0, hash: hashOfPlan(list.id, list.columns, list.onExisting) }
}

/** Begins where the plan ends. Each piece has the hash of all lines planned so far. */
async function* planInPieces(db: SqlRunner, list: Import) {
  let { plannedUntil, hash } = list
  for (;;) {
    const lines = await listImportLines(db, { id: list.id, after: plannedUntil, limit: linesPerPiece })
    const last = lines.at(-1)
    if (!last) return
    const plan = await planPiece(db, list, lines)
    for (const [index, planned] of plan.entries()) {
      const { line, becomes, problems, agentId, before } = plannedOutcome(planned)
      hash = hashOfPlan(hash, line, lines[index]?.details, becomes, problems, agentId, before)
    }
    plannedUntil = last.line
    yield { plan, hash, plannedUntil }
  }
}

async function progressOf(db: SqlRunner, list: Import) {
  const { planned, done, ...counts } = await countPlannedLines.one(db, list)
  return { counts, planned, done, total: counts.added + counts.updated }
}

async function refuseWhileProposed(db: SqlRunner, { id }: Import): Promise<void> {
  const proposal = await findProposalOfImport.first(db, { importId: id })
  if (proposal) throw new CommandRefused(`Proposal ${proposal.number} decides on this import.`)
}

async function readImport({ db, row }: ActContext, id: string, find = findImport): Promise<Import> {
  row.subject = `import ${id}`
  const list = await find.first(db, { id })
  if (!list) throw new CommandRefused('There is no such import; its lines leave after 30 days.')
  row.subject = list.name
  return list
}

/** The database cannot store NUL or half a surrogate pair. The rules of lines refuse U+FFFD in their place. */
function storable(text: string): string {
  return text.replaceAll(/[\0\p{Cs}]/gu, '\ufffd')
}

async function overview({ db, maker }: ActContext, list: Import) {
  const job = await findLastImportJob.first(db, { importId: list.id })
  const proposal = await findProposalOfImport.first(db, { importId: list.id })
  return {
    ...list,
    ...(await progressOf(db, list)),
    hash: list.state === 'open' ? undefined : list.hash,
    proposal: proposal?.number,
    isOwn: maker.kind === 'staff' && list.madeBy === maker.id,
    problem: job?.problem ?? undefined,
  }
}

async function lockOwnImport(action: ActContext, id: string): Promise<Import> {
  const list = await readImport(action, id, lockImport)
  if (list.madeBy !== makerId(action.maker)) throw new CommandRefused('Somebody else makes this import.')
  if (list.state !== 'open' && list.state !== 'planned')
    throw new CommandRefused('This import is applied: it does not change any more.')
  await refuseWhileProposed(action.db, list)
  return list
}

function makerId(maker: ActContext['maker']): string {
  if (maker.kind === 'staff') return maker.id
  throw new CommandRefused('The command line imports a file by agents import.')
}
