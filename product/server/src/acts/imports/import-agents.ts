import type { ActName } from '@ekyc/contract/console/acts'
import {
  detailFields,
  detailsOf,
  onExistingChoices,
  sheetFields,
  problemsOf,
  tidyDetails,
  type AgentDetails,
  type becomesOfLine,
  type DetailField,
  type LinesFrom,
  type SheetField,
} from '@ekyc/contract/console/sheet-lines'
import { Type } from 'typebox'

import { indexAgents } from '../../database/agents/agent-index.ts'
import {
  insertAgentRoles,
  insertAgents,
  roleNames,
  updateAgents,
  type ManagedAgent,
} from '../../database/agents/agents.ts'
import { newAgent } from '../../domain/agents/agents.ts'
import { act, chunksOf, actInput, type ActContext } from '../act.ts'
import {
  agentLineFields,
  firstLineOfEachMobile,
  fileLinesSchema,
  LinesRefused,
  lockAgentsOfLines,
  repetitionProblem,
  type LineProblem,
} from '../agents/agent-lines.ts'

type ImportFile = Parameters<typeof importAgents.run>[1]

/** Adds or updates the agents of a file: all of them, or none. */
export const importAgents = act({
  name: 'agent.import',
  input: actInput({
    lines: fileLinesSchema(agentLineFields),
    columns: Type.Array(Type.Enum([...sheetFields])),
    onExisting: Type.Enum([...onExistingChoices]),
    source: Type.String(),
  }),
  size: ({ lines }) => lines.length,
  async run(action, file): Promise<OutcomeCounts> {
    const plan = await planFile(action, file)
    let written = 0
    const ids = await writePlan(action, plan, done => action.progress((written += done), file.lines.length))
    const counts = countOutcomes(plan)
    // Another operator added one of these agents after `planOf` had looked for it, so the whole import is rolled back.
    if (ids.size < counts.added)
      throw new Error('somebody else added one of these agents at the same moment; try again')
    return counts
  },
})

/**
 * Returns what the import would do, and changes nothing. It checks no right, so only an operator may ask for it.
 * @throws LinesRefused with every problem of every line
 */
export async function planFile({ db, row }: ActContext, file: ImportFile): Promise<PlannedLine[]> {
  const { columns, onExisting } = file
  row.subject = `${file.lines.length} agents from ${file.source}`
  const lines = file.lines.map(one => ({ ...one, details: tidyDetails(one.details) }))
  const agents = await lockAgentsOfLines(db, lines)
  const roles = await roleNames(db)
  const firstLines = firstLineOfEachMobile(lines)
  const plan = lines.map(one =>
    planLine(one, agents.get(one.details.mobile), {
      roles,
      onExisting,
      columns,
      from: 'program',
      firstLines,
    }),
  )
  LinesRefused.throwIfAny(plan)
  return plan
}

export type PlannedLine = {
  line: number
  becomes: (typeof becomesOfLine)[number]
  /** The details that the agent then has. */
  details: AgentDetails
  /** The agent who has the mobile number already. */
  agent: ManagedAgent | undefined
  fields: DetailField[]
  /** A line with problems becomes 'wrong'. */
  problems: LineProblem[]
}

type PlanRules = {
  roles: readonly string[]
  onExisting: ImportFile['onExisting']
  columns: readonly SheetField[]
  from: LinesFrom
  firstLines: Map<string, number>
}

/**
 * Decides the outcome of a line, whose details come from `tidyDetails`.
 * @param agent the agent with the mobile number of the line, if any
 */
export function planLine(
  of: { line: number; details: AgentDetails; unreadable?: string | null | undefined },
  agent: ManagedAgent | undefined,
  { roles, onExisting, columns, from, firstLines }: PlanRules,
): PlannedLine {
  const { line, details, unreadable } = of
  const problems: LineProblem[] = unreadable ? [{ problem: unreadable }] : problemsOf(details, roles, from)
  if (agent && onExisting === 'refuse' && !unreadable)
    problems.push({ field: 'mobile', problem: 'is an agent already' })
  problems.push(...repetitionProblem(line, details.mobile, firstLines))
  const planned = { line, details, agent, fields: [], problems }
  if (problems.length > 0) return { ...planned, becomes: 'wrong' }
  if (!agent) return { ...planned, becomes: 'added' }
  if (onExisting !== 'update') return { ...planned, becomes: 'skipped' }
  const fields = detailFields.filter(field => columns.includes(field) && details[field] !== agent[field])
  const changedDetails = Object.fromEntries(fields.map(field => [field, details[field]]))
  const merged = { ...agent, ...changedDetails, roles: details.roles }
  return { ...planned, details: merged, fields, becomes: fields.length > 0 ? 'updated' : 'unchanged' }
}

/** Returns new agents' ids by mobile. Skips a new agent whose mobile is already taken. */
export async function writePlan(
  { db, at, addRow }: ActContext,
  plan: PlannedLine[],
  onProgress: (done: number) => void = () => {},
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const some of chunksOf(plan.filter(({ becomes }) => becomes === 'added'))) {
    const wanted = some.map(({ details }) => newAgent(details, at))
    const inserted = await insertAgents(db, { agents: JSON.stringify(wanted) })
    const insertedIds = new Set(inserted.map(({ id }) => id))
    const added = wanted.filter(({ id }) => insertedIds.has(id))
    await insertAgentRoles(db, { agents: JSON.stringify(added) })
    for (const { id, mobile } of added) ids.set(mobile, id)
    const rows = added.map(({ id, mobile, roles }) => ({
      agentId: id,
      subject: `${mobile} ${roles.join(' ')}`,
    }))
    await finish('agent.add', rows, some.length)
  }
  for (const some of chunksOf(plan.filter(isUpdate))) {
    const agents = some.map(({ agent, details }) => ({ id: agent.id, ...detailsOf(details) }))
    await updateAgents(db, { agents: JSON.stringify(agents) })
    const rows = some.map(({ agent: { id, mobile }, fields }) => ({
      agentId: id,
      subject: `${mobile} ${fields.join(' ')}`,
    }))
    await finish('agent.update', rows, some.length)
  }
  return ids

  async function finish(name: ActName, rows: { agentId: string; subject: string }[], lines: number) {
    await Promise.all(rows.map(row => addRow(name, row)))
    const written = rows.map(({ agentId }) => agentId)
    await indexAgents(db, written, at)
    onProgress(lines)
  }
}

function isUpdate(planned: PlannedLine): planned is PlannedLine & { agent: ManagedAgent } {
  return planned.becomes === 'updated'
}

export type OutcomeCounts = Record<Exclude<PlannedLine['becomes'], 'wrong'>, number>

/** Counts the outcomes of a plan without wrong lines. */
export function countOutcomes(plan: PlannedLine[]): OutcomeCounts {
  const counts: OutcomeCounts = { added: 0, updated: 0, unchanged: 0, skipped: 0 }
  for (const { becomes } of plan) if (becomes !== 'wrong') counts[becomes] += 1
  return counts
}
