import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { disableAgent, disableAgents } from '../../acts/agents/disable-agents.ts'
import { readMobilesFile, sourceOf } from './agents-file.ts'
import { about, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { withSecondPerson } from '../second-person.ts'
import { UsageError } from '../usage-error.ts'

export function addDisableCommand(group: CommandUnknownOpts, operator: Operator): void {
  const { perform, confirm, tellChange } = operator

  withSecondPerson(group.command('disable'))
    .summary('Locks an agent out at once and ends the sessions; or all agents of a file.')
    .description(
      `The file is CSV, UTF-8, with a column mobile; other columns are not looked at. Where a line is no agent, it is told
and nobody is disabled.`,
    )
    .argument('[MOBILE]', about.mobile)
    .option('--file <FILE>', 'all agents of this file; - reads the standard input')
    .addHelpText('after', examples('9876543210 --yes', '--file leavers.csv'))
    .action(async (mobile, { file }) => {
      if (file !== undefined && mobile === undefined) return disableAll(file, operator)
      if (mobile === undefined || file !== undefined)
        throw new UsageError('Name one MOBILE, or a --file of them.', 'agents disable')
      await confirm(`Disable ${mobile} and end all sessions of this agent?`)
      const done = await perform(disableAgent, { agent: mobile })
      await tellChange(done, 'is disabled', 'was disabled already')
    })
}

async function disableAll(path: string, { perform, answer, confirm, readFile }: Operator): Promise<void> {
  const bytes = await readFile(path)
  const lines = readMobilesFile(bytes)
  await confirm(`Disable the agents of this file (${lines.length}) and end all their sessions?`)
  const done = await perform(disableAgents, { lines, source: sourceOf(path, bytes) })
  const already = done.unchanged > 0 ? ` Disabled already: ${done.unchanged}.` : ''
  await answer(`Agents disabled: ${done.disabled}.${already} Sessions ended: ${done.sessionsEnded}.`, done)
}
