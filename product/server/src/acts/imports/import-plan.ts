import { isInLineToo, type AgentDetails, type becomesOfLine } from '@ekyc/contract/console/sheet-lines'
import { Type } from 'typebox'

import { findAgentsByMobile, listRoles, type lockAgents } from '../../database/agents/agents.ts'
import {
  countByPlan,
  findFirstLines,
  findImport,
  listLines,
  type Import,
  type ImportLine,
} from '../../database/agents/imports.ts'
import { findOfImport } from '../../database/staff/proposals.ts'
import type { Runner } from '../../database/link/runner.ts'
import { chainedHash } from '../../domain/audit/audit-chain.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { chunksOf, type Action } from '../act.ts'
import { planLine, type Planned } from './import-agents.ts'

/** A line of an import with its planned outcome. The database stores all fields except `planned`. */
export type PlannedLine = Pick<ImportLine, 'line' | 'problems' | 'agentId' | 'before'> & {
  becomes: (typeof becomesOfLine)[number]
  fields: ImportLine['fields']
  planned: Planned
}

/** The number of lines that one step of a plan, or one transaction of a job, handles. */
export const linesOfPiece = 2_000

/** `read` locks the agents if the caller applies the lines afterwards. */
export async function planPiece(
  db: Runner,
  { id, columns, onExisting }: Import,
  lines: ImportLine[],
  read: typeof lockAgents = findAgentsByMobile,
): Promise<PlannedLine[]> {
  const mobiles = lines.map(({ mobile }) => mobile).toSorted()
  const agents: Awaited<ReturnType<typeof read>> = []
  const firstLines = new Map<string, number>()
  for (const some of chunksOf(mobiles)) {
    agents.push(...(await read(db, { mobiles: some })))
    for (const { mobile, line } of await findFirstLines(db, { id, mobiles: some }))
      firstLines.set(mobile, line)
  }
  const byMobile = new Map(agents.map(agent => [agent.mobile, agent]))
  const roles = (await listRoles(db)).map(one => one.role)

  return lines.map(({ line, mobile, details, unreadable }) => {
    const agent = byMobile.get(mobile)
    const planned = planLine(line, details, agent, { roles, onExisting, columns, from: 'sheet' })
    const first = firstLines.get(mobile) ?? line
    const problems: ImportLine['problems'] =
      unreadable === null ? [...planned.problems] : [{ problem: unreadable }]
    if (first !== line && mobile !== '') problems.push({ field: 'mobile', problem: isInLineToo(first) })
    const isWrong = problems.length > 0
    return {
      line,
      problems,
      becomes: isWrong ? 'wrong' : planned.becomes,
      fields: isWrong ? [] : planned.fields,
      agentId: agent?.id ?? null,
      before: isWrong || !agent ? {} : before(agent, planned.fields),
      planned,
    }
  })
}

function before(agent: Omit<AgentDetails, 'roles'>, fields: Planned['fields']): ImportLine['before'] {
  return Object.fromEntries(fields.map(field => [field, field === 'roles' ? '' : agent[field]]))
}

export function emptyHash({
  id,
  columns,
  onExisting,
}: Pick<Import, 'id' | 'columns' | 'onExisting'>): string {
  return chainedHash(id, columns, onExisting)
}

export function hashWith(hash: string, lines: ImportLine[], plan: PlannedLine[]): string {
  return plan.reduce(
    (sofar, { line, becomes, problems, agentId, before: former }, index) =>
      chainedHash(sofar, line, lines[index]?.details, becomes, problems, agentId, former),
    hash,
  )
}

export async function* piecesOf(db: Runner, id: string, from = 0): AsyncGenerator<ImportLine[]> {
  let after = from
  for (;;) {
    const lines = await listLines(db, { id, after, limit: linesOfPiece })
    const last = lines.at(-1)
    if (!last) return
    after = last.line
    yield lines
  }
}

export type Counts = Record<PlannedLine['becomes'], number>

/** The import has handled `done` of the `total` lines. */
export async function countsOfPlan(
  db: Runner,
  list: Import,
): Promise<{ counts: Counts; planned: number; done: number; total: number }> {
  const counts: Counts = { added: 0, updated: 0, unchanged: 0, skipped: 0, wrong: 0 }
  let [planned, done] = [0, 0]
  for (const { becomes, progress, lines } of await countByPlan(db, list)) {
    if (becomes) counts[becomes] += lines
    planned += lines
    if (progress !== 'waiting') done += lines
  }
  return { counts, planned, done, total: counts.added + counts.updated }
}

export const importId = Type.String({ format: 'uuid' })

/** Until the proposal of an import ends, nobody proposes or changes the import. */
export async function refuseProposed(db: Runner, { id }: Import): Promise<void> {
  const proposal = await findOfImport.first(db, { importId: id })
  if (proposal) throw new CommandRefused(`Proposal ${proposal.number} decides on this import.`)
}

/** Throws CommandRefused if there is no such import. */
export async function importOf({ db, row }: Action, id: string, find = findImport): Promise<Import> {
  row.subject = `import ${id}`
  const list = await find.first(db, { id })
  if (!list) throw new CommandRefused('There is no such import; its lines leave after 30 days.')
  row.subject = list.name
  return list
}
