import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'

import { insertAgentRoles, insertAgents, updateAgents, type ManagedAgent } from '../database/agents.ts'
import { listRoles } from '../database/roles.ts'
import {
  contactFields,
  contactOf,
  newAgent,
  problemsOf,
  tidyDetails,
  type AgentDetails,
} from '../domain/agent-details.ts'
import {
  columns,
  LinesRefused,
  lineProblems,
  lockAgentsOf,
  readAgentsFile,
  readLines,
  sourceOf,
  type LineProblem,
} from './agents-file.ts'
import type { Action } from './audited.ts'
import { chunksOf } from './chunks-of.ts'
import { examples } from './command-line.ts'
import type { Operator } from './operator.ts'
import { table } from './table.ts'

const onExistingChoices = ['refuse', 'skip', 'update'] as const

/** The terminal shows this many lines of a preview; JSON has all of them. */
const mostShown = 50

export function addImportCommand(group: CommandUnknownOpts, operator: Operator): void {
  const { audited, answer, confirm, progress, readFile } = operator

  group
    .command('import')
    .summary('On-boards the agents of a CSV file, all of them or none.')
    .description(
      `The first line names the columns: ${Object.values(columns).join(', ')}; mobile and name are needed,
several roles are separated by blanks. Every line that is wrong is told, and then nothing is imported.
--on-existing says what becomes of a line whose mobile is an agent already: refuse (unless told), skip, or update
the other details as far as the file has these columns. Roles of such an agent stay as they are.`,
    )
    .argument('<FILE>', 'the file, UTF-8; - reads the standard input')
    .addOption(
      new Option('--on-existing <WHICH>', 'what to do with agents who are there').choices(onExistingChoices),
    )
    .option('--dry-run', 'tell what would happen, and write nothing')
    .addHelpText(
      'after',
      examples('agents.csv', 'agents.csv --on-existing update --dry-run', '- --yes < agents.csv'),
    )
    .action(async (path, { onExisting = 'refuse', dryRun = false }) => {
      const bytes = await readFile(path)
      const file = { ...readAgentsFile(bytes), onExisting }
      const subject = `${file.lines.length} agents from ${sourceOf(path, bytes)}`

      if (dryRun) {
        const plan = await audited('agent.preview-import', async action => {
          action.row.subject = subject
          return planOf(action, file)
        })
        return answer(previewText(plan), {
          dryRun,
          ...countsOf(plan),
          lines: plan.map(({ line, details: { mobile, name }, becomes, fields }) => ({
            line,
            mobile,
            name,
            becomes,
            fields,
          })),
        })
      }

      // Asks no question about a malformed file, which the import below refuses.
      if (file.lines.every(line => 'details' in line))
        await confirm(
          `${onExisting === 'update' ? 'Add or update' : 'Add'} the agents of this file (${file.lines.length})? ` +
            'They can be disabled later, and erased after that.',
        )
      const counts = await audited('agent.import', async action => {
        action.row.subject = subject
        const plan = await planOf(action, file)
        let written = 0
        await write(action, plan, done => progress((written += done), file.lines.length))
        return countsOf(plan)
      })
      await answer(countsText(counts), counts)
    })
}

type ImportFile = ReturnType<typeof readAgentsFile> & { onExisting: (typeof onExistingChoices)[number] }

type Planned = {
  line: number
  details: AgentDetails
  agent: ManagedAgent | undefined
  becomes: 'added' | 'updated' | 'unchanged' | 'skipped'
  /** The changed fields. */
  fields: (keyof AgentDetails)[]
}

/** @throws LinesRefused with every problem of every line */
async function planOf({ db }: Action, { lines, columns: named, onExisting }: ImportFile): Promise<Planned[]> {
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
    await Promise.all(
      added.map(({ id, mobile, roles }) =>
        addRow('agent.add', { agentId: id, subject: `${mobile} ${roles.join(' ')}` }),
      ),
    )
    onProgress(some.length)
  }
  for (const some of chunksOf(plan.filter(({ becomes }) => becomes === 'updated'))) {
    const agents = some.map(({ agent, details }) => ({ id: agent?.id, ...contactOf(details) }))
    await updateAgents(db, { agents: JSON.stringify(agents) })
    onProgress(some.length)
  }
}

type Counts = Record<Planned['becomes'], number>

function countsOf(plan: Planned[]): Counts {
  const counts: Counts = { added: 0, updated: 0, unchanged: 0, skipped: 0 }
  for (const { becomes } of plan) counts[becomes] += 1
  return counts
}

function previewText(plan: Planned[]): string {
  const existing = plan.filter(({ becomes }) => becomes !== 'added')
  const rows = existing
    .slice(0, mostShown)
    .map(({ line, details, becomes, fields }) => [
      line,
      details.mobile,
      details.name,
      becomes,
      fields.map(field => columns[field]).join(' '),
    ])
  const parts = [
    rows.length > 0 && table(['Line', 'Mobile', 'Name', 'Becomes', 'Changes'], rows),
    existing.length > mostShown && `… and ${existing.length - mostShown} more; --json tells all.`,
    `Nothing is written. ${countsText(countsOf(plan))}`,
  ]
  return parts.filter(part => part !== false).join('\n\n')
}

/** Omits counts of zero, except the number of added agents. */
function countsText({ added, updated, unchanged, skipped }: Counts): string {
  const others = Object.entries({ Updated: updated, 'Like this already': unchanged, Skipped: skipped })
  return [['Agents added', added] as const, ...others.filter(([, many]) => many > 0)]
    .map(([what, many]) => `${what}: ${many}.`)
    .join(' ')
}
