import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { csvLine } from '@ekyc/contract/csv-line'

import { listAgents, type ListedAgent } from '../database/agents.ts'
import { columns, columnsOfExports } from './agents-file.ts'
import { examples } from './command-line.ts'
import { noFilter, statusOf } from './list-agents.ts'
import type { Operator } from './operator.ts'
import { shown } from './table.ts'

const page = 1000

export function addExportCommand(group: CommandUnknownOpts, { audited, answer }: Operator): void {
  group
    .command('export')
    .summary('Writes all agents as CSV, in the columns of an import and their status.')
    .description('An import ignores the columns that only an export has. Synthetic agents are left out.')
    .addHelpText('after', examples('> agents.csv'))
    .action(async () => {
      const agents = await audited('agent.export', async ({ db, at, row }) => {
        const found: ListedAgent[] = []
        for (let isMore = true; isMore;) {
          const after = found.at(-1)?.mobile ?? ''
          const next = await listAgents(db, { ...noFilter, withSynthetic: false, after, limit: page, at })
          found.push(...next)
          isMore = next.length === page
        }
        row.subject = `${found.length} agents`
        return found
      })
      const head = [...Object.values(columns), ...columnsOfExports]
      await answer([head, ...agents.map(cellsOf)].map(csvLine).join('').trimEnd(), { agents })
    })
}

function cellsOf(agent: ListedAgent): string[] {
  const fields = Object.keys(columns) as (keyof typeof columns)[]
  const details = fields.map(field => (field === 'roles' ? agent.roles.join(' ') : agent[field]))
  return [...details, statusOf(agent), shown(agent.createdOn)]
}
