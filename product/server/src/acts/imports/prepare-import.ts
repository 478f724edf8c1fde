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
  type lockAgents,
  type ManagedAgent,
} from '../../database/agents/agents.ts'
import {
  countLinesByPlan,
  recountImportLines,
  createImport as insertImport,
  deleteImport as removeImport,
  deleteImportLines,
  findFirstLinesOfMobiles,
  findImport,
  findLastImportJob,
  listImportLines,
  lockImport,
  listImportLinesByProblem,
  saveLinePlans,
  putImportLines,
  saveImportPlan,
  type Import,
  type ImportLine,
} from '../../database/agents/imports.ts'
import type { SqlRunner } from '../../database/link/sql-runner.ts'
import { findProposalOfImport } from '../../database/staff/proposals.ts'
import { hashOfParts } from '../../domain/audit/audit-chain.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { newId } from '../../domain/ids.ts'
import { defineAct, chunksOf, actInput, type AuditedContext } from '../act.ts'
import { planLine, type PlannedLine } from './import-plan.ts'

const integer = Type.Integer()

/** In one step of a plan, or one transaction of a job. */
export const linesPerPiece = 2_000

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

/** `read` locks the agents if the caller applies the lines afterwards. */
export async function planPiece(
  db: SqlRunner,
  { id, columns, onExisting }: Import,
  lines: ImportLine[],
  read: typeof lockAgents = findAgentsByMobiles,
): Promise<PlannedLine[]> {
  const agents = new Map<string, ManagedAgent>()
  const firstLines = new Map<string, number>()
  for (const mobiles of chunksOf(lines.map(({ mobile }) => mobile).toSorted())) {
    for (const agent of await read(db, { mobiles })) agents.set(agent.mobile, agent)
    for (const { mobile, line } of await findFirstLinesOfMobiles(db, { id, mobiles }))
      firstLines.set(mobile, line)
  }
  const roles = await listRoleNames(db)
  return lines.map(line =>
    planLine(line, agents.get(line.mobile), { roles, onExisting, columns, from: 'sheet', firstLines }),
  )
}

/** `before` has the agent's details that the line changes. */
export function plannedOutcome({ line, becomes, fields, problems, agent }: PlannedLine) {
  const before: ImportLine['before'] = {}
  if (agent) for (const field of fields) before[field] = agent[field]
  return { line, becomes, fields, problems, agentId: agent?.id ?? null, before }
}

export function withoutPlan(list: Import): Import {
  return { ...list, plannedUntil: 0, hash: hashOfParts(list.id, list.columns, list.onExisting) }
}

/** Begins where the plan ends. Each piece has the hash of all lines planned so far. */
export async function* planInPieces(db: SqlRunner, list: Import) {
  let { plannedUntil, hash } = list
  for (;;) {
    const lines = await listImportLines(db, { id: list.id, after: plannedUntil, limit: linesPerPiece })
    const last = lines.at(-1)
    if (!last) return
    const plan = await planPiece(db, list, lines)
    for (const [index, planned] of plan.entries()) {
      const { line, becomes, problems, agentId, before } = plannedOutcome(planned)
      hash = hashOfParts(hash, line, lines[index]?.details, becomes, problems, agentId, before)
    }
    plannedUntil = last.line
    yield { plan, hash, plannedUntil }
  }
}

type Counts = Record<PlannedLine['becomes'], number>

export async function countPlannedLines(
  db: SqlRunner,
  list: Import,
): Promise<{ counts: Counts; planned: number; done: number; total: number }> {
  const counts: Counts = { added: 0, updated: 0, unchanged: 0, skipped: 0, wrong: 0 }
  let [planned, done] = [0, 0]
  for (const { becomes, progress, lines } of await countLinesByPlan(db, list)) {
    if (becomes) counts[becomes] += lines
    planned += lines
    if (progress !== 'waiting') done += lines
  }
  return { counts, planned, done, total: counts.added + counts.updated }
}

export async function refuseWhileProposed(db: SqlRunner, { id }: Import): Promise<void> {
  const proposal = await findProposalOfImport.first(db, { importId: id })
  if (proposal) throw new CommandRefused(`Proposal ${proposal.number} decides on this import.`)
}

export async function readImport(
  { db, row }: AuditedContext,
  id: string,
  find = findImport,
): Promise<Import> {
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

async function overview({ db, maker }: AuditedContext, list: Import) {
  const job = await findLastImportJob.first(db, { importId: list.id })
  const proposal = await findProposalOfImport.first(db, { importId: list.id })
  return {
    ...list,
    ...(await countPlannedLines(db, list)),
    hash: list.state === 'open' ? undefined : list.hash,
    proposal: proposal?.number,
    isOwn: maker.kind === 'staff' && list.madeBy === maker.id,
    problem: job?.problem ?? undefined,
  }
}

async function lockOwnImport(action: AuditedContext, id: string): Promise<Import> {
  const list = await readImport(action, id, lockImport)
  if (list.madeBy !== makerId(action.maker)) throw new CommandRefused('Somebody else makes this import.')
  if (list.state !== 'open' && list.state !== 'planned')
    throw new CommandRefused('This import is applied: it does not change any more.')
  await refuseWhileProposed(action.db, list)
  return list
}

function makerId(maker: AuditedContext['maker']): string {
  if (maker.kind === 'staff') return maker.id
  throw new CommandRefused('The command line imports a file by agents import.')
}
