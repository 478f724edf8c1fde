import {
  onExistingChoices,
  type Imported,
  type ImportFile,
  type PlannedLine,
} from '../../domain/many-agents.ts'
import { columns, readAgentsFile } from '../agents-file.ts'
import { command, type Answer, type Tools } from '../command.ts'
import { sourceOf } from '../file-source.ts'
import { table } from '../table.ts'

/** A person looks at a few, a script takes all of them as JSON. */
const mostShown = 50

export const importAgents = command({
  name: 'agents import',
  summary: 'On-boards the agents of a CSV file, all of them or none.',
  details: `The first line names the columns: ${Object.values(columns).join(', ')}; mobile and name are needed,
several roles are separated by blanks. Every line that is wrong is told, and then nothing is imported.
--on-existing says what becomes of a line whose mobile is an agent already: refuse (unless told), skip, or update
name, e-mail and address as far as the file has these columns. Roles of such an agent stay as they are.`,
  arguments: [{ name: 'FILE', about: 'the file, UTF-8; - reads the standard input' }],
  options: {
    'on-existing': {
      kind: 'choice',
      choices: onExistingChoices,
      about: 'what to do with agents who are there',
    },
    'dry-run': { kind: 'flag', about: 'tell what would happen, and write nothing' },
  },
  examples: ['agents.csv', 'agents.csv --on-existing update --dry-run', '- --yes < agents.csv'],
  async run({ arguments: { FILE }, options }, tools) {
    const bytes = await tools.readFile(FILE)
    const onExisting = options['on-existing'] ?? 'refuse'
    const file = { ...readAgentsFile(bytes), source: sourceOf(FILE, bytes), onExisting }
    if (options['dry-run']) return preview(file, tools)

    // Where the file itself shows that it will be refused, nobody needs to be asked.
    if (file.lines.every(line => 'details' in line))
      await tools.confirm(
        `${onExisting === 'update' ? 'Add or update' : 'Add'} the agents of this file (${file.lines.length})? ` +
          'They can be disabled later, but not removed.',
      )
    const { manyAgents } = await tools.administration()
    let written = 0
    const onProgress = (done: number) => tools.progress((written += done), file.lines.length)
    const result = await manyAgents.import(file, { onProgress })
    return { text: counted(result), data: result }
  },
})

async function preview(file: ImportFile, tools: Tools): Promise<Answer> {
  const { manyAgents } = await tools.administration()
  const { lines, ...counts } = await manyAgents.previewImport(file)
  const existing = lines.filter(({ becomes }) => becomes !== 'added')
  const parts = [`Nothing is written. ${counted(counts)}`]
  if (existing.length > 0) parts.unshift(table(heads, existing.slice(0, mostShown).map(rowOf)))
  if (existing.length > mostShown)
    parts.splice(1, 0, `… and ${existing.length - mostShown} more; --json tells all.`)
  return { text: parts.join('\n\n'), data: { dryRun: true, ...counts, lines } }
}

const heads = ['Line', 'Mobile', 'Name', 'Becomes', 'Changes']

function rowOf({ line, mobile, name, becomes, fields }: PlannedLine) {
  return [line, mobile, name, becomes, fields.map(field => columns[field]).join(' ')]
}

/** What did not happen is not told, but for the agents added. */
function counted({ added, updated, unchanged, skipped }: Imported): string {
  const others: [string, number][] = [
    ['Updated', updated],
    ['Like this already', unchanged],
    ['Skipped', skipped],
  ]
  return [['Agents added', added] as const, ...others.filter(([, many]) => many > 0)]
    .map(([what, many]) => `${what}: ${many}.`)
    .join(' ')
}
