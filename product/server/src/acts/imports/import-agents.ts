import {
  detailFields,
  detailsOf,
  onExistingChoices,
  sheetFields,
  problemsOf,
  tidyDetails,
  type AgentDetails,
  type FieldProblem,
  type LinesFrom,
  type SheetField,
} from '@ekyc/contract/console/sheet-lines'
import { Type } from 'typebox'

import { indexAgents } from '../../database/agents/agent-index.ts'
import {
  insertAgentRoles,
  insertAgents,
  listRoles,
  updateAgents,
  type ManagedAgent,
} from '../../database/agents/agents.ts'
import { newAgent } from '../../domain/agents/agents.ts'
import { act, chunksOf, inputOf, type Action } from '../act.ts'
import {
  detailCells,
  linesOf,
  LinesRefused,
  lineProblems,
  lockAgentsOf,
  readLines,
  type LineProblem,
} from '../agents/agent-lines.ts'

type ImportFile = Parameters<typeof importAgents.run>[1]

/** Adds or updates the agents of a file: all of them, or none. */
export const importAgents = act({
  name: 'agent.import',
  input: inputOf({
    lines: linesOf(detailCells),
    columns: Type.Array(Type.Enum([...sheetFields])),
    onExisting: Type.Enum([...onExistingChoices]),
    source: Type.String(),
  }),
  size: ({ lines }) => lines.length,
  async run(action, file): Promise<Counts> {
    const plan = await planOf(action, file)
    let written = 0
    const ids = await writePlan(action, plan, done => action.progress((written += done), file.lines.length))
    const counts = countsOf(plan)
    // Another operator added one of these agents after `planOf` had looked for it, so the whole import is rolled back.
    if (ids.size < counts.added)
      throw new Error('somebody else added one of these agents at the same moment; try again')
    return counts
  },
})

export type Planned = {
  line: number
  details: AgentDetails
  agent: ManagedAgent | undefined
  becomes: 'added' | 'updated' | 'unchanged' | 'skipped'
  fields: SheetField[]
}

/**
 * Returns what the import would do, and changes nothing. It checks no right, so only an operator may ask for it.
 * @throws LinesRefused with every problem of every line
 */
export async function planOf({ db, row }: Action, file: ImportFile): Promise<Planned[]> {
  const { lines, onExisting } = file
  row.subject = `${lines.length} agents from ${file.source}`
  const agentsByMobile = await lockAgentsOf(db, lines)
  const roles = (await listRoles(db)).map(one => one.role)
  const tidy = readLines(lines).map(({ line, details }) => ({ line, details: tidyDetails(details) }))
  const rules: PlanRules = { roles, onExisting, columns: file.columns, from: 'program' }
  const plan = tidy.map(({ line, details }) =>
    planLine(line, details, agentsByMobile.get(details.mobile), rules),
  )
  const problems = plan.flatMap(({ line, problems: ofLine }): LineProblem[] =>
    ofLine.map(problem => ({ line, ...problem })),
  )
  LinesRefused.throwIfAny([...problems, ...lineProblems(lines)])
  return plan
}

type PlanRules = {
  roles: readonly string[]
  onExisting: ImportFile['onExisting']
  columns: readonly SheetField[]
  from: LinesFrom
}

/** Decides the outcome of a line. `details` come from `tidyDetails`. `agent` is the agent with the mobile, if any. */
export function planLine(
  line: number,
  details: AgentDetails,
  agent: ManagedAgent | undefined,
  { roles, onExisting, columns, from }: PlanRules,
): Planned & { problems: FieldProblem[] } {
  const problems = problemsOf(details, roles, from)
  if (agent && onExisting === 'refuse') problems.push({ field: 'mobile', problem: 'is an agent already' })
  const alone = { line, details, agent, fields: [], problems }
  if (!agent) return { ...alone, becomes: 'added' }
  if (onExisting !== 'update') return { ...alone, becomes: 'skipped' }
  const fields = detailFields.filter(field => columns.includes(field) && details[field] !== agent[field])
  const changedDetails = Object.fromEntries(fields.map(field => [field, details[field]]))
  const merged = { ...agent, ...changedDetails, roles: details.roles }
  return { ...alone, details: merged, fields, becomes: fields.length > 0 ? 'updated' : 'unchanged' }
}

/** Returns new agents' ids by mobile. Skips a new agent whose mobile is already taken. */
export async function writePlan(
  { db, at, addRow }: Action,
  plan: Planned[],
  onProgress: (done: number) => void = () => {},
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const some of chunksOf(plan.filter(({ becomes }) => becomes === 'added'))) {
    const wanted = some.map(({ details }) => newAgent(details, at))
    const rows = await insertAgents(db, { agents: JSON.stringify(wanted) })
    const insertedIds = new Set(rows.map(({ id }) => id))
    const added = wanted.filter(({ id }) => insertedIds.has(id))
    for (const { id, mobile } of added) ids.set(mobile, id)
    await insertAgentRoles(db, { agents: JSON.stringify(added) })
    await indexAgents(
      db,
      added.map(({ id }) => id),
      at,
    )
    await Promise.all(
      added.map(({ id, mobile, roles }) =>
        addRow('agent.add', { agentId: id, subject: `${mobile} ${roles.join(' ')}` }),
      ),
    )
    onProgress(some.length)
  }
  for (const some of chunksOf(plan.filter(({ becomes }) => becomes === 'updated'))) {
    const agents = some.flatMap(({ agent, details }) =>
      agent ? [{ id: agent.id, ...detailsOf(details) }] : [],
    )
    await updateAgents(db, { agents: JSON.stringify(agents) })
    for (const { agent, fields } of some)
      if (agent)
        await addRow('agent.update', {
          agentId: agent.id,
          subject: `${agent.mobile} ${fields.join(' ')}`,
        })
    await indexAgents(
      db,
      agents.map(({ id }) => id),
      at,
    )
    onProgress(some.length)
  }
  return ids
}

export type Counts = Record<Planned['becomes'], number>

export function countsOf(plan: Planned[]): Counts {
  const counts: Counts = { added: 0, updated: 0, unchanged: 0, skipped: 0 }
  for (const { becomes } of plan) counts[becomes] += 1
  return counts
}
