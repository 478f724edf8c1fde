import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'

import { agentsIn, agentStatuses, findListedAgent, listAgents, type ListedAgent } from '../database/agents.ts'
import { countPasskeys } from '../database/passkeys.ts'
import { listWithheldPrivileges } from '../database/roles.ts'
import { countSessions } from '../database/sessions.ts'
import type { Policy } from '../domain/policy.ts'
import { agentOf, type Action } from './audited.ts'
import { about, countUpTo, examples } from './command-line.ts'
import { usedLimits } from './limits.ts'
import type { Operator } from './operator.ts'
import { sheet, shown, table, type Cell } from './table.ts'

export function addListCommand(group: CommandUnknownOpts, { audited, answer }: Operator): void {
  group
    .command('list')
    .summary('Lists agents in the order of their mobiles.')
    .addOption(new Option('--status <WHICH>', 'only these').choices(agentStatuses))
    .option('--role <ROLE>', 'only those with this role')
    .option('--branch <BRANCH>', 'only those of this branch')
    .option('--supervisor <NAME>', 'only those of this supervisor')
    .option('--search <TEXT>', 'part of the name, or how mobile, e-mail or staff number begin', '')
    .option('--limit <N>', about.limit, countUpTo(10_000), 100)
    .option('--after <MOBILE>', 'go on after this one', '')
    .addHelpText('after', examples('--status locked', '--search verma --json'))
    .action(async ({ search, limit, after, ...only }) => {
      const page = await audited('agent.list', async ({ db, at, row }) => {
        const agentRows = await listAgents(db, {
          ...noFilter,
          ...only,
          withSynthetic: true,
          search: literal(search),
          after,
          limit: limit + 1,
          at,
        })
        const agents = agentRows.slice(0, limit)
        row.subject = `${agents.length} agents`
        return { agents, next: agentRows.length > limit ? (agents.at(-1)?.mobile ?? null) : null }
      })
      const rows = page.agents.map(agent => [
        agent.mobile,
        agent.name,
        agent.branch,
        statusOf(agent),
        agent.roles.join(' '),
        agent.createdOn,
      ])
      const more = page.next === null ? '' : `\nMore: --after ${page.next}`
      await answer(table(['Mobile', 'Name', 'Branch', 'Status', 'Roles', 'Since'], rows) + more, page)
    })
}

export function addShowCommand(group: CommandUnknownOpts, { audited, answer, policy }: Operator): void {
  group
    .command('show')
    .summary('Tells all about one agent.')
    .argument('<MOBILE>', about.mobile)
    .addHelpText('after', examples('9876543210'))
    .action(async mobile => {
      const agent = await audited('agent.show', action => everythingOf(action, mobile, policy()))
      const fields: [string, Cell][] = [
        ['Mobile', agent.mobile],
        ['Name', agent.name],
        ['E-mail', agent.email],
        ['Address', [agent.addressLine1, agent.addressLine2].filter(Boolean).join(', ')],
        ['Staff number', agent.staffNumber],
        ['Branch', agent.branch],
        ['Supervisor', agent.supervisor],
        ['Agent since', agent.createdOn],
        ['Status', statusOf(agent)],
        ['Password', agent.hasPassword ? 'set' : 'none yet'],
        ['Passkeys', agent.passkeys],
        ['Locked until', agent.lockedUntil],
        ['Live sessions', agent.liveSessions],
        ...agent.limits.map(({ words, used, of, until }): [string, Cell] => [
          words,
          `${used} of ${of}, until ${shown(until)}`,
        ]),
        ...Object.entries(agent.privileges).map(([role, privileges]): [string, Cell] => [
          `Role ${role}`,
          privileges.join(' '),
        ]),
        ['Withheld', agent.withheld.join(' ')],
      ]
      await answer(sheet(fields), agent)
    })
}

/** A list of all agents. */
export const noFilter = { status: null, role: null, branch: null, supervisor: null, search: '' }

/** Escapes the characters that are wildcards for `like`. */
function literal(search: string): string {
  return search.replace(/[\\%_]/g, '\\$&')
}

async function everythingOf(action: Action, mobile: string, policy: Policy) {
  const { db, at } = action
  await agentOf(action, mobile)
  const listedAgent = await findListedAgent(db, { mobile, at })
  const { privilegesOf } = agentsIn(db)
  const privileges = await Promise.all(
    listedAgent.roles.map(async role => [role, await privilegesOf(listedAgent.id, role)] as const),
  )
  const withheld = await listWithheldPrivileges(db, { agentId: listedAgent.id })
  const { live } = await countSessions.one(db, { agentId: listedAgent.id, at })
  const { passkeys } = await countPasskeys.one(db, { agentId: listedAgent.id })
  return {
    ...listedAgent,
    privileges: Object.fromEntries(privileges),
    withheld: withheld.map(({ privilege }) => privilege),
    liveSessions: live,
    passkeys,
    limits: await usedLimits(action, listedAgent.id, policy),
  }
}

export function statusOf(agent: ListedAgent): string {
  const states: [boolean, string][] = [
    [agent.disabledOn === null, 'enabled'],
    [agent.disabledOn !== null, 'disabled'],
    [agent.lockedUntil !== null, 'locked'],
    [agent.resetDemanded, 'reset demanded'],
    [!agent.hasPassword, 'no password yet'],
    [agent.isDemo, 'demo'],
    [agent.isSynthetic, 'synthetic'],
  ]
  return states.flatMap(([holds, name]) => (holds ? [name] : [])).join(', ')
}
