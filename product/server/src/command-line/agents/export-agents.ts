import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { columnNames, columnsOfExports, sheetFields } from '@ekyc/contract/console/sheet-lines'
import { csvLine } from '@ekyc/contract/csv-line'

import { exportAgents } from '../../acts/agents/list-agents.ts'
import type { ListedAgent } from '../../database/agents/agents.ts'
import { examples } from '../command-line.ts'
import { statusOf } from './list-agents.ts'
import type { Operator } from '../operator.ts'
import { shown } from '../table.ts'

export function addExportCommand(group: CommandUnknownOpts, { perform, answer }: Operator): void {
  group
    .command('export')
    .summary('Writes all agents as CSV, in the columns of an import and their status.')
    .description('An import ignores the columns that only an export has.')
    .addHelpText('after', examples('> agents.csv'))
    .action(async () => {
      const agents = await perform(exportAgents, {})
      const head = [...Object.values(columnNames), ...columnsOfExports]
      await answer([head, ...agents.map(cellsOf)].map(csvLine).join('').trimEnd(), { agents })
    })
}

function cellsOf(agent: ListedAgent): string[] {
  const details = sheetFields.map(field => (field === 'roles' ? agent.roles.join(' ') : agent[field]))
  return [...details, statusOf(agent), shown(agent.createdOn)]
}
