import { done, type Deed, type Perform } from './administration.ts'
import type { AdministrationStores, ContactDetails, OnProgress } from './administration-stores.ts'
import {
  contactFields,
  contactOf,
  newAgent,
  problemsOf,
  tidyDetails,
  type AgentDetails,
} from './agent-details.ts'
import { CommandRefused } from './command-refused.ts'
import type { Agent } from './stores.ts'

/** What is done with the agents of a file: with all of them or, where one line is wrong, with none. */
export type ManyAgents = {
  /**
   * An agent who is there already is refused, left alone, or given the contact details of the file; roles stay.
   * @throws LinesRefused with every problem of every line
   */
  import(file: ImportFile, options?: { onProgress?: OnProgress }): Promise<Imported>
  /** Looks at the file as `import` does, and writes nothing. @throws LinesRefused */
  previewImport(file: ImportFile): Promise<Imported & { lines: PlannedLine[] }>
  /** Ends the agents' sessions too. @throws LinesRefused */
  disableAll(file: AgentsFile<{ mobile: string }>, options?: { onProgress?: OnProgress }): Promise<Disabled>
}

/** @param source named in the audit trail */
export type AgentsFile<Row extends { mobile: string }> = { lines: FileLine<Row>[]; source: string }

/** @param columns those that the file has: an agent who is there already keeps what it does not tell */
export type ImportFile = AgentsFile<AgentDetails> & {
  columns: (keyof AgentDetails)[]
  onExisting: OnExisting
}

export const onExistingChoices = ['refuse', 'skip', 'update'] as const
export type OnExisting = (typeof onExistingChoices)[number]

export type Imported = Record<'added' | 'updated' | 'unchanged' | 'skipped', number>
export type Disabled = { disabled: number; unchanged: number; sessionsEnded: number }
/** @param fields those that change */
export type PlannedLine = {
  line: number
  mobile: string
  name: string
  becomes: keyof Imported
  fields: (keyof ContactDetails)[]
}

/** A line of the file, or what its reader says is wrong with it. Lines are counted from 1, the head included. */
export type FileLine<Row> = { line: number; details: Row } | { line: number; problem: string }
export type LineProblem = { line: number; field: keyof AgentDetails | undefined; problem: string }

export class LinesRefused extends CommandRefused {
  readonly problems: LineProblem[]
  constructor(problems: LineProblem[]) {
    const lines = new Set(problems.map(({ line }) => line)).size
    super(`Nothing was done: ${lines === 1 ? 'one line is' : `${lines} lines are`} wrong.`)
    this.problems = problems.toSorted((one, other) => one.line - other.line)
  }
}

export function createManyAgents(perform: Perform): ManyAgents {
  return {
    import: (file, { onProgress } = {}) =>
      perform('agent.import', async (stores, at) => {
        const known = await holdKnown(stores, file.lines)
        const problems = await importProblems(stores, file, known)
        if (problems.length > 0) return refusedLines(file, problems)
        const plan = planOf(file, known)
        const fresh = plan.flatMap(({ agent, details }) => (agent ? [] : [newAgent(details, at)]))
        const changed = plan.flatMap(({ becomes, agent, details }) =>
          becomes === 'updated' && agent ? [{ id: agent.id, ...contactOf(details) }] : [],
        )
        // Added by somebody else since they were looked up: the whole import is undone.
        if (!(await stores.directory.add(fresh, onProgress)))
          throw new Error('somebody else added one of these agents at the same moment; try again')
        await stores.directory.update(changed, onProgress)
        return { subject: subjectOf(file), ...done(countsOf(plan)) }
      }),

    previewImport: file =>
      perform('agent.preview-import', async stores => {
        const known = await holdKnown(stores, file.lines)
        const problems = await importProblems(stores, file, known)
        if (problems.length > 0) return refusedLines(file, problems)
        const plan = planOf(file, known)
        const lines = plan.map(({ line, details: { mobile, name }, becomes, fields }) => ({
          line,
          mobile,
          name,
          becomes,
          fields,
        }))
        return { subject: subjectOf(file), ...done({ ...countsOf(plan), lines }) }
      }),

    disableAll: (file, { onProgress } = {}) =>
      perform('agent.disable-many', async (stores, at) => {
        const known = await holdKnown(stores, file.lines)
        const problems = [
          ...lineProblems(file.lines),
          ...readLines(file.lines)
            .filter(({ details }) => !known.has(details.mobile.trim()))
            .map(({ line }) => ({ line, field: 'mobile' as const, problem: 'is no agent' })),
        ]
        if (problems.length > 0) return refusedLines(file, problems)

        const parts: Deed<Disabled>['parts'] = []
        const result: Disabled = { disabled: 0, unchanged: 0, sessionsEnded: 0 }
        for (const { id, mobile, disabledOn } of known.values()) {
          if (!disabledOn) {
            await stores.directory.setDisabled(id, at)
            parts.push({ action: 'agent.disable', subject: mobile, agentId: id })
          }
          result[disabledOn ? 'unchanged' : 'disabled'] += 1
          result.sessionsEnded += await stores.sessionList.end(id, undefined, at)
          onProgress?.(1)
        }
        return { subject: subjectOf(file), parts, ...done(result) }
      }),
  }
}

type Planned = Pick<PlannedLine, 'line' | 'becomes' | 'fields'> & {
  details: AgentDetails
  agent: Agent | undefined
}

function planOf({ lines, columns, onExisting }: ImportFile, known: Map<string, Agent>): Planned[] {
  return tidyLines(lines).map(({ line, details }) => {
    const agent = known.get(details.mobile)
    if (!agent) return { line, details, agent, becomes: 'added', fields: [] }
    if (onExisting !== 'update') return { line, details, agent, becomes: 'skipped', fields: [] }
    const fields = contactFields.filter(field => columns.includes(field) && details[field] !== agent[field])
    const told = Object.fromEntries(fields.map(field => [field, details[field]]))
    const becomes = fields.length > 0 ? 'updated' : 'unchanged'
    return { line, details: { ...agent, ...told, roles: details.roles }, agent, becomes, fields }
  })
}

function countsOf(plan: Planned[]): Imported {
  const counts: Imported = { added: 0, updated: 0, unchanged: 0, skipped: 0 }
  for (const { becomes } of plan) counts[becomes] += 1
  return counts
}

async function importProblems(
  stores: AdministrationStores,
  { lines, onExisting }: ImportFile,
  known: Map<string, Agent>,
): Promise<LineProblem[]> {
  const knownRoles = await stores.roles.names()
  const wrong = tidyLines(lines).flatMap(({ line, details }) => {
    const found: LineProblem[] = problemsOf(details, knownRoles).map(problem => ({ line, ...problem }))
    if (onExisting === 'refuse' && known.has(details.mobile))
      found.push({ line, field: 'mobile', problem: 'is an agent already' })
    return found
  })
  return [...wrong, ...lineProblems(lines)]
}

/** What is wrong with a line whoever asks: it could not be read, or a line before it has the same mobile. */
function lineProblems(lines: FileLine<{ mobile: string }>[]): LineProblem[] {
  const firstLine = new Map<string, number>()
  return lines.flatMap<LineProblem>(one => {
    if ('problem' in one) return [{ line: one.line, field: undefined, problem: one.problem }]
    const mobile = one.details.mobile.trim()
    const before = firstLine.get(mobile)
    if (before === undefined) firstLine.set(mobile, one.line)
    return before === undefined || mobile === ''
      ? []
      : [{ line: one.line, field: 'mobile', problem: `is in line ${before} too` }]
  })
}

function readLines<Row>(lines: FileLine<Row>[]): { line: number; details: Row }[] {
  return lines.flatMap(one => ('details' in one ? [one] : []))
}

function tidyLines(lines: FileLine<AgentDetails>[]): { line: number; details: AgentDetails }[] {
  return readLines(lines).map(({ line, details }) => ({ line, details: tidyDetails(details) }))
}

function holdKnown(
  stores: AdministrationStores,
  lines: FileLine<{ mobile: string }>[],
): Promise<Map<string, Agent>> {
  return stores.directory.holdAll(readLines(lines).map(({ details }) => details.mobile.trim()))
}

function refusedLines(file: AgentsFile<{ mobile: string }>, problems: LineProblem[]) {
  return { subject: subjectOf(file), outcome: 'refused' as const, reason: new LinesRefused(problems) }
}

function subjectOf({ lines, source }: AgentsFile<{ mobile: string }>): string {
  return `${lines.length} agents from ${source}`
}
