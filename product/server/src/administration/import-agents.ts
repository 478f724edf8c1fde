import {
  contactFields,
  contactOf,
  onExistingChoices,
  problemsOf,
  tidyDetails,
  type AgentDetails,
  type SheetField,
} from '@ekyc/contract/console/sheet-lines'
import { Type } from 'typebox'

import { indexAgents } from '../database/agent-words.ts'
import { insertAgentRoles, insertAgents, updateAgents, type ManagedAgent } from '../database/agents.ts'
import { listRoles } from '../database/roles.ts'
import { newAgent } from '../domain/new-agent.ts'
import { inputOf, type Action, type PlannedAct } from './act.ts'
import {
  detailLines,
  fieldSchema,
  LinesRefused,
  lineProblems,
  lockAgentsOf,
  readLines,
  type FileLine,
  type LineProblem,
} from './agent-lines.ts'
import { chunksOf } from './chunks-of.ts'

type ImportFile = {
  lines: FileLine<AgentDetails>[]
  /** The columns that the list has. */
  columns: SheetField[]
  onExisting: (typeof onExistingChoices)[number]
  /** The name of the list in the audit trail. */
  source: string
}

/** Adds the agents of a list, all of them or none. */
export const importAgents: PlannedAct<ImportFile, Counts, Planned[]> = {
  name: 'agent.import',
  previewName: 'agent.preview-import',
  input: inputOf({
    lines: detailLines,
    columns: Type.Array(fieldSchema),
    onExisting: Type.Enum([...onExistingChoices]),
    source: Type.String(),
  }),
  size: ({ lines }) => lines.length,
  plan: planOf,
  async run(action, file) {
    const plan = await planOf(action, file)
    let written = 0
    await write(action, plan, done => action.progress((written += done), file.lines.length))
    return countsOf(plan)
  },
}

export type Planned = {
  line: number
  details: AgentDetails
  agent: ManagedAgent | undefined
  becomes: 'added' | 'updated' | 'unchanged' | 'skipped'
  /** The changed fields. */
  fields: SheetField[]
}

/** @throws LinesRefused with every problem of every line */
async function planOf({ db, row }: Action, file: ImportFile): Promise<Planned[]> {
  const { lines, columns: named, onExisting } = file
  row.subject = `${lines.length} agents from ${file.source}`
  const agentsByMobile = await lockAgentsOf(db, lines)
  const roles = (await listRoles(db)).map(one => one.role)
  const tidy = readLines(lines).map(({ line, details }) => ({ line, details: tidyDetails(details) }))
  const problems = tidy.flatMap(({ line, details }) => {
    const detailProblems: LineProblem[] = problemsOf(details, roles).map(problem => ({ line, ...problem }))
    if (onExisting === 'refuse' && agentsByMobile.has(details.mobile))
      detailProblems.push({ line, field: 'mobile', problem: 'is an agent already' })
    return detailProblems
  })
  LinesRefused.throwIfAny([...problems, ...lineProblems(lines)])

  return tidy.map(({ line, details }) => {
    const agent = agentsByMobile.get(details.mobile)
    if (!agent) return { line, details, agent, becomes: 'added', fields: [] }
    if (onExisting !== 'update') return { line, details, agent, becomes: 'skipped', fields: [] }
    const fields = contactFields.filter(field => named.includes(field) && details[field] !== agent[field])
    const changedDetails = Object.fromEntries(fields.map(field => [field, details[field]]))
    const becomes = fields.length > 0 ? 'updated' : 'unchanged'
    return { line, details: { ...agent, ...changedDetails, roles: details.roles }, agent, becomes, fields }
  })
}

async function write(
  { db, at, addRow }: Action,
  plan: Planned[],
  onProgress: (done: number) => void,
): Promise<void> {
  for (const some of chunksOf(plan.filter(({ becomes }) => becomes === 'added'))) {
    const added = some.map(({ details }) => newAgent(details, at))
    const agents = JSON.stringify(added)
    // Another operator added one of these agents after `planOf` looked, so the whole import is rolled back.
    if ((await insertAgents(db, { agents })).length < some.length)
      throw new Error('somebody else added one of these agents at the same moment; try again')
    await insertAgentRoles(db, { agents })
    await indexAgents(
      db,
      added.map(({ id }) => id),
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
      agent ? [{ id: agent.id, ...contactOf(details) }] : [],
    )
    await updateAgents(db, { agents: JSON.stringify(agents) })
    await indexAgents(
      db,
      agents.map(({ id }) => id),
    )
    onProgress(some.length)
  }
}

export type Counts = Record<Planned['becomes'], number>

export function countsOf(plan: Planned[]): Counts {
  const counts: Counts = { added: 0, updated: 0, unchanged: 0, skipped: 0 }
  for (const { becomes } of plan) counts[becomes] += 1
  return counts
}
