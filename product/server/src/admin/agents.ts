import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { mobileLength } from '@ekyc/contract/limits'
import { isMobile } from '@ekyc/contract/rules'
import { agentRole } from '@ekyc/contract/words'

import {
  agentsIn,
  agentStatuses,
  changeAgentMobile,
  demandAgentReset,
  findListedAgent,
  insertAgentRoles,
  insertAgents,
  listAgents,
  type ListedAgent,
  removeOneTimePasswords,
  setAgentDisabled,
  updateAgents,
} from '../database/agents.ts'
import { countPasskeys, removePasskeys } from '../database/passkeys.ts'
import { listRoles, listWithheldPrivileges } from '../database/roles.ts'
import { countSessions, endSessions } from '../database/sessions.ts'
import { signInAttemptsIn } from '../database/sign-in-attempts.ts'
import { contactFields, contactOf, newAgent, problemsOf, tidyDetails } from '../domain/agent-details.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { agentOf, changeAgent, type Action } from './audited.ts'
import { about, addGroup, countUpTo, examples } from './command-line.ts'
import { addDisableCommand } from './disable-agents.ts'
import { addEraseCommand } from './erase-agent.ts'
import { addImportCommand } from './import-agents.ts'
import type { Operator } from './operator.ts'
import { addSendOtpCommand } from './send-otp.ts'
import { sheet, table, type Cell } from './table.ts'
import { UsageError } from './usage-error.ts'

export function addAgentCommands(program: CommandUnknownOpts, operator: Operator): void {
  const { audited, answer, confirm, tellChange } = operator
  const group = addGroup(program, 'agents', 'Agents')

  group
    .command('add')
    .summary('On-boards one agent.')
    .description('The agent has no password yet: the first log-in asks for an OTP by SMS and sets one.')
    .argument('<MOBILE>', about.mobile)
    .requiredOption('--name <NAME>', 'full name (required)')
    .option('--email <EMAIL>', 'e-mail address', '')
    .option('--address1 <TEXT>', 'first line of the address', '')
    .option('--address2 <TEXT>', 'second line of the address', '')
    .option('--role <ROLE>', `role, ${agentRole} unless told; may be repeated`, repeated)
    .addHelpText('after', examples('9876543210 --name "Asha Verma" --email asha@bank.example'))
    .action(async (mobile, { name, email, address1, address2, role = [agentRole] }) => {
      const added = await audited('agent.add', async ({ db, at, row }) => {
        row.subject = 'new agent'
        const details = { mobile, name, email, addressLine1: address1, addressLine2: address2, roles: role }
        const agent = newAgent(details, at)
        const roles = await listRoles(db)
        const [problem] = problemsOf(
          agent,
          roles.map(one => one.role),
        )
        if (problem) throw new CommandRefused(`${problem.field} ${problem.problem}.`)
        row.subject = agent.mobile
        const agents = JSON.stringify([agent])
        if ((await insertAgents(db, { agents })).length === 0) {
          const existing = await agentsIn(db).findByMobile(agent.mobile)
          if (existing) row.agentId = existing.id
          throw new CommandRefused(`${agent.mobile} is an agent already.`)
        }
        await insertAgentRoles(db, { agents })
        row.agentId = agent.id
        row.subject = `${agent.mobile} ${details.roles.join(' ')}`
        return { mobile: agent.mobile }
      })
      await answer(`${added.mobile} is an agent now.`, added)
    })

  addImportCommand(group, operator)

  group
    .command('list')
    .summary('Lists agents in the order of their mobiles.')
    .addOption(new Option('--status <WHICH>', 'only these').choices(agentStatuses))
    .option('--role <ROLE>', 'only those with this role')
    .option('--search <TEXT>', 'part of the name, or how the mobile begins', '')
    .option('--limit <N>', about.limit, countUpTo(10_000), 100)
    .option('--after <MOBILE>', 'go on after this one', '')
    .addHelpText('after', examples('--status locked', '--search verma --json'))
    .action(async ({ status, role, search, limit, after }) => {
      const page = await audited('agent.list', async ({ db, at, row }) => {
        const found = await listAgents(db, {
          status,
          role,
          search: literal(search),
          after,
          limit: limit + 1,
          at,
        })
        const agents = found.slice(0, limit)
        row.subject = `${agents.length} agents`
        return { agents, next: found.length > limit ? (agents.at(-1)?.mobile ?? null) : null }
      })
      const rows = page.agents.map(agent => [
        agent.mobile,
        agent.name,
        statusOf(agent),
        agent.roles.join(' '),
        agent.createdOn,
      ])
      const more = page.next === null ? '' : `\nMore: --after ${page.next}`
      await answer(table(['Mobile', 'Name', 'Status', 'Roles', 'Since'], rows) + more, page)
    })

  group
    .command('show')
    .summary('Tells all about one agent.')
    .argument('<MOBILE>', about.mobile)
    .addHelpText('after', examples('9876543210'))
    .action(async mobile => {
      const agent = await audited('agent.show', action => everythingOf(action, mobile))
      const fields: [string, Cell][] = [
        ['Mobile', agent.mobile],
        ['Name', agent.name],
        ['E-mail', agent.email],
        ['Address', [agent.addressLine1, agent.addressLine2].filter(Boolean).join(', ')],
        ['Agent since', agent.createdOn],
        ['Status', statusOf(agent)],
        ['Password', agent.hasPassword ? 'set' : 'none yet'],
        ['Passkeys', agent.passkeys],
        ['Locked until', agent.lockedUntil],
        ['Live sessions', agent.liveSessions],
        ...Object.entries(agent.privileges).map(([role, privileges]): [string, Cell] => [
          `Role ${role}`,
          privileges.join(' '),
        ]),
        ['Withheld', agent.withheld.join(' ')],
      ]
      await answer(sheet(fields), agent)
    })

  group
    .command('update')
    .summary("Changes an agent's name, e-mail or address; what is not told stays as it is.")
    .description(
      "An empty text ('') takes e-mail or address away. The mobile is changed by agents change-mobile.",
    )
    .argument('<MOBILE>', about.mobile)
    .option('--name <NAME>', 'full name')
    .option('--email <EMAIL>', 'e-mail address')
    .option('--address1 <TEXT>', 'first line of the address')
    .option('--address2 <TEXT>', 'second line of the address')
    .addHelpText('after', examples('9876543210 --email asha.verma@bank.example'))
    .action(async (mobile, { name, email, address1, address2 }) => {
      const told = Object.entries({ name, email, addressLine1: address1, addressLine2: address2 })
      const changes = Object.fromEntries(told.filter(([, text]) => text !== undefined))
      if (Object.keys(changes).length === 0) throw new UsageError('Say what changes.', 'agents update')
      const done = await changeAgent(audited, 'agent.update', mobile, async (agent, { db }) => {
        const before = { ...agent, roles: [] }
        const after = tidyDetails({ ...before, ...changes })
        const [problem] = problemsOf(after, []).filter(({ field }) => field !== 'roles')
        if (problem) throw new CommandRefused(`${problem.field} ${problem.problem}.`)
        const changed = contactFields.some(field => after[field] !== before[field])
        const agents = JSON.stringify([{ id: before.id, ...contactOf(after) }])
        if (changed) await updateAgents(db, { agents })
        return { changed }
      })
      await tellChange(done, 'is changed', 'was like this already')
    })

  group
    .command('change-mobile')
    .summary('Gives an agent another mobile number, and ends the sessions.')
    .description(
      `Password, roles, orders and figures stay the agent's; OTPs that were sent to either number open nothing any
more. From now on who holds the new number can set a new password by OTP: make sure whose it is.`,
    )
    .argument('<OLD>', about.mobile)
    .argument('<NEW>', 'the number that it becomes; nobody else may have it')
    .addHelpText('after', examples('9876543210 9812345678 --yes'))
    .action(async (mobile, to) => {
      await confirm(`Change ${mobile} to ${to} and end all sessions of this agent?`)
      const done = await changeAgent(
        audited,
        'agent.change-mobile',
        mobile,
        async (agent, { db, at, row }) => {
          if (!isMobile(to))
            throw new CommandRefused(`'${to}' is not a mobile number: ${mobileLength} digits.`)
          if (to === mobile) return { to, changed: false, sessionsEnded: 0 }
          if (!(await changeAgentMobile(db, { agentId: agent.id, mobile: to })))
            throw new CommandRefused(`${to} is an agent already.`)
          await removeOneTimePasswords(db, { mobiles: [mobile, to] })
          row.subject = `${mobile} to ${to}`
          const sessionsEnded = await endSessions(db, { agentId: agent.id, at })
          return { to, changed: true, sessionsEnded }
        },
      )
      await tellChange(done, `is ${to} now`, 'was this already')
    })

  addDisableCommand(group, operator)
  addEraseCommand(group, operator)

  group
    .command('enable')
    .summary('Lets a disabled agent log in again.')
    .argument('<MOBILE>', about.mobile)
    .addHelpText('after', examples('9876543210'))
    .action(async mobile => {
      const done = await changeAgent(audited, 'agent.enable', mobile, async (agent, { db, at }) => {
        if (!agent.disabledOn) return { changed: false }
        await setAgentDisabled(db, { agentId: agent.id, disabledOn: null })
        // A log-in that ran while the agent was disabled may have opened a session since.
        await endSessions(db, { agentId: agent.id, at })
        return { changed: true }
      })
      await tellChange(done, 'is enabled', 'was enabled already')
    })

  group
    .command('unlock')
    .summary('Ends the wait that wrong passwords have brought.')
    .argument('<MOBILE>', about.mobile)
    .addHelpText('after', examples('9876543210'))
    .action(async mobile => {
      const done = await changeAgent(audited, 'agent.unlock', mobile, async (_agent, { db, at }) => {
        const listed = await findListedAgent(db, { mobile, at })
        await signInAttemptsIn(db).unblock(mobile)
        return { changed: listed.lockedUntil !== null }
      })
      await tellChange(done, 'may try again', 'had no wait to end')
    })

  addSendOtpCommand(group, operator)

  group
    .command('reset-password')
    .summary('Demands a new password, and ends the sessions.')
    .description('Until a new one is set by OTP ("Forgot Password"), the old one logs in no more.')
    .argument('<MOBILE>', about.mobile)
    .addHelpText('after', examples('9876543210 --yes'))
    .action(async mobile => {
      await confirm(`End all sessions of ${mobile} and demand a new password?`)
      const done = await changeAgent(audited, 'agent.reset-password', mobile, async (agent, { db, at }) => {
        if (agent.passwordHash === null)
          throw new CommandRefused(
            `${mobile} has no password yet: the first log-in asks for an OTP and sets one.`,
          )
        await demandAgentReset(db, { agentId: agent.id })
        const sessionsEnded = await endSessions(db, { agentId: agent.id, at })
        return { changed: !agent.resetDemanded, sessionsEnded }
      })
      await tellChange(done, 'must set a new password', 'had to already')
    })

  group
    .command('reset-passkeys')
    .summary('Removes the passkeys, and ends the sessions.')
    .description('The agent logs in by password, and may add passkeys again.')
    .argument('<MOBILE>', about.mobile)
    .addHelpText('after', examples('9876543210 --yes'))
    .action(async mobile => {
      await confirm(`Remove all passkeys of ${mobile} and end the sessions?`)
      const done = await changeAgent(audited, 'agent.reset-passkeys', mobile, async (agent, { db, at }) => {
        const removed = (await removePasskeys(db, { agentId: agent.id })).length
        const sessionsEnded = removed > 0 ? await endSessions(db, { agentId: agent.id, at }) : 0
        return { changed: removed > 0, removed, sessionsEnded }
      })
      await tellChange(done, 'has no passkey now', 'had no passkey')
    })
}

function repeated(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text]
}

/** Escapes what `like` would take for a pattern. */
function literal(search: string): string {
  return search.replace(/[\\%_]/g, '\\$&')
}

async function everythingOf(action: Action, mobile: string) {
  const { db, at } = action
  await agentOf(action, mobile)
  const listed = await findListedAgent(db, { mobile, at })
  const { privilegesOf } = agentsIn(db)
  const privileges = await Promise.all(
    listed.roles.map(async role => [role, await privilegesOf(listed.id, role)] as const),
  )
  const withheld = await listWithheldPrivileges(db, { agentId: listed.id })
  const { live } = await countSessions.one(db, { agentId: listed.id, at })
  const { passkeys } = await countPasskeys.one(db, { agentId: listed.id })
  return {
    ...listed,
    privileges: Object.fromEntries(privileges),
    withheld: withheld.map(({ privilege }) => privilege),
    liveSessions: live,
    passkeys,
  }
}

function statusOf(agent: ListedAgent): string {
  const states: [boolean, string][] = [
    [agent.disabledOn === null, 'enabled'],
    [agent.disabledOn !== null, 'disabled'],
    [agent.lockedUntil !== null, 'locked'],
    [agent.resetDemanded, 'reset demanded'],
    [!agent.hasPassword, 'no password yet'],
    [agent.isDemo, 'demo'],
  ]
  return states.flatMap(([holds, name]) => (holds ? [name] : [])).join(', ')
}
