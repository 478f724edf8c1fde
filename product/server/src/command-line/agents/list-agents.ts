import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { lockWithoutEnd } from '@ekyc/contract/limits'

import { listAgents } from '../../acts/agents/list-agents.ts'
import { showAgent } from '../../acts/agents/show-agent.ts'
import { agentStatuses, type ListedAgent } from '../../database/agents/agents.ts'
import { about, countUpTo, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { sheet, shown, table, type Cell } from '../table.ts'

export function addListCommand(group: CommandUnknownOpts, { perform, answer }: Operator): void {
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
    .action(async options => {
      const page = await perform(listAgents, options)
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

export function addShowCommand(group: CommandUnknownOpts, { perform, answer }: Operator): void {
  group
    .command('show')
    .summary('Tells all about one agent.')
    .argument('<MOBILE>', about.mobile)
    .addHelpText('after', examples('9876543210'))
    .action(async mobile => {
      const agent = await perform(showAgent, { agent: mobile })
      const fields: [string, Cell][] = [
        ['Mobile', agent.mobile],
        ['Name', agent.name],
        ['E-mail', agent.email],
        ['Address', [agent.addressLine1, agent.addressLine2].filter(Boolean).join(', ')],
        ['Staff number', agent.staffNumber],
        ['Branch', agent.branch],
        ['Outlet', agent.outlet],
        ['Supervisor', agent.supervisor],
        ['KYC', [agent.kycOn, agent.kycEvidence].filter(Boolean).join(', ')],
        ['KYC due', agent.kycDue],
        ['Review', agent.reviewOn],
        ['Risk', agent.risk],
        ['Alerts', agent.alerts.map(({ number, rule }) => `${number} ${rule}`).join(', ')],
        ['Agent since', agent.createdOn],
        ['Status', statusOf(agent)],
        ['Password', agent.hasPassword ? 'set' : 'none yet'],
        ['Passkeys', agent.passkeys],
        [
          'Locked until',
          agent.lockedUntil?.toISOString() === lockWithoutEnd ? 'a new password is set' : agent.lockedUntil,
        ],
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

export function statusOf(agent: ListedAgent & { isDormant?: boolean; isStopped?: boolean }): string {
  const states: [boolean, string][] = [
    [agent.disabledOn === null, 'enabled'],
    [agent.disabledOn !== null, 'disabled'],
    [agent.lockedUntil !== null, 'locked'],
    [agent.resetDemanded, 'reset demanded'],
    [!agent.hasPassword, 'no password yet'],
    [agent.isDemo, 'demo'],
    [agent.isDormant === true, 'dormant: needs a new KYC'],
    [agent.isStopped === true, 'stopped by an alert'],
  ]
  return states.flatMap(([holds, name]) => (holds ? [name] : [])).join(', ')
}
