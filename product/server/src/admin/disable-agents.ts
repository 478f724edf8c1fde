import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { setAgentDisabled } from '../database/agents.ts'
import { endSessions } from '../database/sessions.ts'
import type { Agent } from '../domain/stores.ts'
import {
  LinesRefused,
  lineProblems,
  lockAgentsOf,
  readLines,
  readMobilesFile,
  sourceOf,
} from './agents-file.ts'
import { changeAgent, type Action } from './audited.ts'
import { about, examples } from './command-line.ts'
import type { Operator } from './operator.ts'
import { UsageError } from './usage-error.ts'

export function addDisableCommand(group: CommandUnknownOpts, operator: Operator): void {
  const { audited, confirm, tellChange } = operator

  group
    .command('disable')
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
      const done = await changeAgent(audited, 'agent.disable', mobile, async (agent, action) => ({
        changed: !agent.disabledOn,
        sessionsEnded: await disable(action, agent),
      }))
      await tellChange(done, 'is disabled', 'was disabled already')
    })
}

async function disableAll(
  path: string,
  { audited, answer, confirm, progress, readFile }: Operator,
): Promise<void> {
  const bytes = await readFile(path)
  const lines = readMobilesFile(bytes)
  await confirm(`Disable the agents of this file (${lines.length}) and end all their sessions?`)
  const done = await audited('agent.disable-many', async action => {
    action.row.subject = `${lines.length} agents from ${sourceOf(path, bytes)}`
    const agentsByMobile = await lockAgentsOf(action.db, lines)
    const strangers = readLines(lines)
      .filter(({ details }) => !agentsByMobile.has(details.mobile.trim()))
      .map(({ line }) => ({ line, field: 'mobile' as const, problem: 'is no agent' }))
    LinesRefused.throwIfAny([...lineProblems(lines), ...strangers])

    const counts = { disabled: 0, unchanged: 0, sessionsEnded: 0 }
    for (const agent of agentsByMobile.values()) {
      counts[agent.disabledOn ? 'unchanged' : 'disabled'] += 1
      counts.sessionsEnded += await disable(action, agent)
      if (!agent.disabledOn)
        await action.addRow('agent.disable', { subject: agent.mobile, agentId: agent.id })
      progress(counts.disabled + counts.unchanged, lines.length)
    }
    return counts
  })
  const already = done.unchanged > 0 ? ` Disabled already: ${done.unchanged}.` : ''
  await answer(`Agents disabled: ${done.disabled}.${already} Sessions ended: ${done.sessionsEnded}.`, done)
}

/** @returns how many sessions ended */
async function disable({ db, at }: Action, agent: Agent): Promise<number> {
  if (!agent.disabledOn) await setAgentDisabled(db, { agentId: agent.id, disabledOn: at })
  return endSessions(db, { agentId: agent.id, at })
}
