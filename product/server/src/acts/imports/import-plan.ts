import type { ActName } from '@ekyc/contract/console/acts'
import {
  detailFields,
  detailsOf,
  problemsOf,
  type AgentDetails,
  type becomesOfLine,
  type DetailField,
  type LinesFrom,
  type onExistingChoices,
  type SheetField,
} from '@ekyc/contract/console/sheet-lines'

import { indexAgents } from '../../database/agents/agent-index.ts'
import {
  insertAgentRoles,
  insertAgents,
  updateAgents,
  type ManagedAgent,
} from '../../database/agents/agents.ts'
import { newAgent } from '../../domain/agents/agents.ts'
import { chunksOf, type ActContext } from '../act.ts'
import { repetitionProblem, type LineProblem } from '../agents/agent-file-lines.ts'

export type PlannedLine = {
  line: number
  becomes: (typeof becomesOfLine)[number]
  /** The details that the agent then has. */
  details: AgentDetails
  /** The agent who has the mobile number already. */
  agent: ManagedAgent | undefined
  fields: DetailField[]
  problems: LineProblem[]
}

type PlanRules = {
  agents: Map<string, ManagedAgent>
  roles: readonly string[]
  onExisting: (typeof onExistingChoices)[number]
  columns: readonly SheetField[]
  from: LinesFrom
  firstLines: Map<string, number>
}

/** The details come from `tidyDetails`. */
export function planLine(
  of: { line: number; details: AgentDetails; unreadable?: string | null | undefined },
  { agents, roles, onExisting, columns, from, firstLines }: PlanRules,
): PlannedLine {
  const { line, details, unreadable } = of
  const agent = agents.get(details.mobile)
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
