import { agentRole } from '@ekyc/contract/words'

import { agentStandings, type ListedAgent } from '../../domain/administration-stores.ts'
import { command, type Command } from '../command.ts'
import { sheet, table, type Cell } from '../table.ts'
import { UsageError } from '../usage-error.ts'
import { mobile } from './arguments.ts'
import { disableAgents } from './disable-agents.ts'
import { importAgents } from './import-agents.ts'
import { said } from './said.ts'

export const agentCommands: Command[] = [
  command({
    name: 'agents add',
    summary: 'On-boards one agent.',
    details: 'The agent has no password yet: the first log-in asks for an OTP by SMS and sets one.',
    arguments: [mobile],
    options: {
      name: { kind: 'text', value: 'NAME', required: true, about: 'full name' },
      email: { kind: 'text', value: 'EMAIL', about: 'e-mail address' },
      address1: { kind: 'text', value: 'TEXT', about: 'first line of the address' },
      address2: { kind: 'text', value: 'TEXT', about: 'second line of the address' },
      role: { kind: 'texts', value: 'ROLE', about: `role, ${agentRole} unless told` },
    },
    examples: ['9876543210 --name "Asha Verma" --email asha@bank.example'],
    async run({ arguments: { MOBILE }, options }, tools) {
      const { agents } = await tools.administration()
      const added = await agents.add({
        mobile: MOBILE,
        name: options.name,
        email: options.email ?? '',
        addressLine1: options.address1 ?? '',
        addressLine2: options.address2 ?? '',
        roles: options.role.length > 0 ? options.role : [agentRole],
      })
      return { text: `${added.mobile} is an agent now.`, data: added }
    },
  }),

  importAgents,

  command({
    name: 'agents list',
    summary: 'Lists agents in the order of their mobiles.',
    options: {
      status: { kind: 'choice', choices: agentStandings, about: 'only these' },
      role: { kind: 'text', value: 'ROLE', about: 'only those with this role' },
      search: { kind: 'text', value: 'TEXT', about: 'part of the name, or how the mobile begins' },
      limit: { kind: 'count', fallback: 100, most: 10_000, about: 'at most so many' },
      after: { kind: 'text', value: 'MOBILE', about: 'go on after this one' },
    },
    examples: ['--status locked', '--search verma --json'],
    async run({ options }, tools) {
      const { agents } = await tools.administration()
      const page = await agents.list({
        standing: options.status,
        role: options.role,
        search: options.search,
        afterMobile: options.after,
        limit: options.limit,
      })
      const rows = page.agents.map(agent => [
        agent.mobile,
        agent.name,
        standingOf(agent),
        agent.roles.join(' '),
        agent.createdOn,
      ])
      const more = page.next === null ? '' : `\nMore: --after ${page.next}`
      return { text: table(['Mobile', 'Name', 'Status', 'Roles', 'Since'], rows) + more, data: page }
    },
  }),

  command({
    name: 'agents show',
    summary: 'Tells all about one agent.',
    arguments: [mobile],
    examples: ['9876543210'],
    async run({ arguments: { MOBILE } }, tools) {
      const { agents } = await tools.administration()
      const agent = await agents.show(MOBILE)
      const fields: [string, Cell][] = [
        ['Mobile', agent.mobile],
        ['Name', agent.name],
        ['E-mail', agent.email],
        ['Address', [agent.addressLine1, agent.addressLine2].filter(Boolean).join(', ')],
        ['Agent since', agent.createdOn],
        ['Status', standingOf(agent)],
        ['Password', agent.hasPassword ? 'set' : 'none yet'],
        ['Locked until', agent.lockedUntil],
        ['Live sessions', agent.liveSessions],
        ...Object.entries(agent.privileges).map(([role, privileges]): [string, Cell] => [
          `Role ${role}`,
          privileges.join(' '),
        ]),
        ['Withheld', agent.withheld.join(' ')],
      ]
      return { text: sheet(fields), data: agent }
    },
  }),

  command({
    name: 'agents update',
    summary: "Changes an agent's name, e-mail or address; what is not told stays as it is.",
    details:
      "An empty text ('') takes e-mail or address away. The mobile is changed by agents change-mobile.",
    arguments: [mobile],
    options: {
      name: { kind: 'text', value: 'NAME', about: 'full name' },
      email: { kind: 'text', value: 'EMAIL', about: 'e-mail address' },
      address1: { kind: 'text', value: 'TEXT', about: 'first line of the address' },
      address2: { kind: 'text', value: 'TEXT', about: 'second line of the address' },
    },
    examples: ['9876543210 --email asha.verma@bank.example'],
    async run({ arguments: { MOBILE }, options: { name, email, address1, address2 } }, tools) {
      const told = { name, email, addressLine1: address1, addressLine2: address2 }
      const details = Object.fromEntries(Object.entries(told).filter(([, text]) => text !== undefined))
      if (Object.keys(details).length === 0) throw new UsageError('Say what changes.', 'agents update')
      const { agents } = await tools.administration()
      const { changed } = await agents.update(MOBILE, details)
      const text = changed ? `${MOBILE} is changed.` : `${MOBILE} was like this already.`
      return { text, data: { mobile: MOBILE, changed } }
    },
  }),

  command({
    name: 'agents change-mobile',
    summary: 'Gives an agent another mobile number, and ends the sessions.',
    details: `Password, roles, orders and figures stay the agent's; OTPs that were sent to either number open nothing any
more. From now on who holds the new number can set a new password by OTP: make sure whose it is.`,
    arguments: [
      { name: 'OLD', about: "the agent's mobile number, 10 digits" },
      { name: 'NEW', about: 'the number that it becomes; nobody else may have it' },
    ],
    examples: ['9876543210 9812345678 --yes'],
    async run({ arguments: { OLD, NEW } }, tools) {
      await tools.confirm(`Change ${OLD} to ${NEW} and end all sessions of this agent?`)
      const { agents } = await tools.administration()
      return said(await agents.changeMobile(OLD, NEW), `is ${NEW} now`, 'was this already')
    },
  }),

  disableAgents,

  command({
    name: 'agents enable',
    summary: 'Lets a disabled agent log in again.',
    arguments: [mobile],
    examples: ['9876543210'],
    async run({ arguments: { MOBILE } }, tools) {
      const { agents } = await tools.administration()
      return said(await agents.enable(MOBILE), 'is enabled', 'was enabled already')
    },
  }),

  command({
    name: 'agents unlock',
    summary: 'Ends the wait that wrong passwords have brought.',
    arguments: [mobile],
    examples: ['9876543210'],
    async run({ arguments: { MOBILE } }, tools) {
      const { agents } = await tools.administration()
      return said(await agents.unlock(MOBILE), 'may try again', 'had no wait to end')
    },
  }),

  command({
    name: 'agents reset-password',
    summary: 'Demands a new password, and ends the sessions.',
    details: 'Until a new one is set by OTP ("Forgot Password"), the old one logs in no more.',
    arguments: [mobile],
    examples: ['9876543210 --yes'],
    async run({ arguments: { MOBILE } }, tools) {
      await tools.confirm(`End all sessions of ${MOBILE} and demand a new password?`)
      const { agents } = await tools.administration()
      return said(await agents.demandReset(MOBILE), 'must set a new password', 'had to already')
    },
  }),
]

function standingOf(agent: ListedAgent): string {
  const more: [boolean, string][] = [
    [agent.lockedUntil !== null, 'locked'],
    [agent.resetDemanded, 'reset demanded'],
    [!agent.hasPassword, 'no password yet'],
    [agent.isDemo, 'demo'],
  ]
  const told = more.flatMap(([holds, name]) => (holds ? [name] : []))
  return [agent.disabledOn ? 'disabled' : 'enabled', ...told].join(', ')
}
