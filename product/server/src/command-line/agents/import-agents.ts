import { columnNames, onExistingChoices } from '@ekyc/contract/console/sheet-lines'

import { countOutcomes, importAgents, planFile, type OutcomeCounts } from '../../acts/imports/import-file.ts'
import type { PlannedLine } from '../../acts/imports/import-plan.ts'
import type { Command } from '../define-command.ts'
import { tableOfRows } from '../text-table.ts'
import { readAgentsFile, fileNameAndHash } from './agents-file.ts'

/** The JSON has all lines, a terminal so many. */
const mostShown = 50

export const importCommand: Command = {
  name: 'agents import',
  summary: 'On-boards the agents of a CSV file, all of them or none.',
  description: `The first line names the columns: ${Object.values(columnNames).join(', ')}; mobile and name are needed,
several roles are separated by blanks. Every line that is wrong is told, and then nothing is imported.
--on-existing says what becomes of a line whose mobile is an agent already: refuse (unless told), skip, or update
the other details as far as the file has these columns. Roles of such an agent stay as they are.`,
  args: { path: ['<FILE>', 'the file, UTF-8; - reads the standard input'] },
  options: {
    onExisting: [
      '--on-existing <WHICH>',
      'what to do with agents who are there',
      { choices: onExistingChoices },
    ],
    dryRun: ['--dry-run', 'tell what would happen, and write nothing'],
  },
  examples: ['agents.csv', 'agents.csv --on-existing update --dry-run', '- --yes < agents.csv'],
  secondPerson: 'emergency',
  async run({ path, onExisting = 'refuse', dryRun = false }: Told, operator) {
    const { perform, audited, answer, confirm, readFile } = operator
    const bytes = await readFile(path)
    const file = { ...readAgentsFile(bytes), onExisting, source: fileNameAndHash(path, bytes) }

    if (dryRun) {
      const plan = await audited('agent.preview-import', action => planFile(action, file))
      return answer(previewText(plan), {
        dryRun,
        ...countOutcomes(plan),
        lines: plan.map(({ line, details: { mobile, name }, becomes, fields }) => ({
          line,
          mobile,
          name,
          becomes,
          fields,
        })),
      })
    }

    // Asks nothing for a malformed file, because the import below refuses such a file.
    if (file.lines.every(({ unreadable }) => unreadable === undefined))
      await confirm(
        `${onExisting === 'update' ? 'Add or update' : 'Add'} the agents of this file (${file.lines.length})? ` +
          'They can be disabled later, and erased after that.',
      )
    const counts = await perform(importAgents, file)
    await answer(countsText(counts), counts)
  },
}

type Told = { path: string; onExisting?: (typeof onExistingChoices)[number]; dryRun?: boolean }

function previewText(plan: PlannedLine[]): string {
  const existing = plan.filter(({ becomes }) => becomes !== 'added')
  const table = tableOfRows(existing.slice(0, mostShown), {
    Line: one => one.line,
    Mobile: one => one.details.mobile,
    Name: one => one.details.name,
    Becomes: one => one.becomes,
    Changes: one => one.fields.map(field => columnNames[field]).join(' '),
  })
  const parts = [
    existing.length > 0 && table,
    existing.length > mostShown && `… and ${existing.length - mostShown} more; --json tells all.`,
    `Nothing is written. ${countsText(countOutcomes(plan))}`,
  ]
  return parts.filter(part => part !== false).join('\n\n')
}

function countsText({ added, updated, unchanged, skipped }: OutcomeCounts): string {
  const others = Object.entries({ Updated: updated, 'Like this already': unchanged, Skipped: skipped })
  return [['Agents added', added] as const, ...others.filter(([, many]) => many > 0)]
    .map(([what, many]) => `${what}: ${many}.`)
    .join(' ')
}
