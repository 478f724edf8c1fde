import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { changeAgentMobile, removeOneTimePasswords, updateAgents } from '../database/agents.ts'
import { endSessions } from '../database/sessions.ts'
import {
  contactFields,
  contactOf,
  indianMobileRule,
  isIndianMobile,
  problemsOf,
  tidyDetails,
} from '../domain/agent-details.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { changeAgent } from './audited.ts'
import { about, examples } from './command-line.ts'
import type { Operator } from './operator.ts'
import { UsageError } from './usage-error.ts'

export function addUpdateCommand(group: CommandUnknownOpts, { audited, tellChange }: Operator): void {
  group
    .command('update')
    .summary("Changes an agent's details; what is not told stays as it is.")
    .description(
      "An empty text ('') takes a detail away, but the name. The mobile is changed by agents change-mobile.",
    )
    .argument('<MOBILE>', about.mobile)
    .option('--name <NAME>', 'full name')
    .option('--email <EMAIL>', 'e-mail address')
    .option('--address1 <TEXT>', 'first line of the address')
    .option('--address2 <TEXT>', 'second line of the address')
    .option('--staff-number <NUMBER>', "the agent's number in the bank")
    .option('--branch <BRANCH>', 'branch or outlet')
    .option('--supervisor <NAME>', 'who looks after the agent')
    .addHelpText('after', examples('9876543210 --email asha.verma@bank.example'))
    .action(async (mobile, { address1, address2, ...told }) => {
      const newDetails = Object.entries({ ...told, addressLine1: address1, addressLine2: address2 })
      const changes = Object.fromEntries(newDetails.filter(([, text]) => text !== undefined))
      if (Object.keys(changes).length === 0) throw new UsageError('Say what changes.', 'agents update')
      const done = await changeAgent(audited, 'agent.update', mobile, async (agent, { db }) => {
        const before = { ...agent, roles: [] }
        const after = tidyDetails({ ...before, ...changes })
        const [problem] = problemsOf(after, []).filter(({ field }) => field !== 'roles' && field !== 'mobile')
        if (problem) throw new CommandRefused(`${problem.field} ${problem.problem}.`)
        const changed = contactFields.some(field => after[field] !== before[field])
        const agents = JSON.stringify([{ id: before.id, ...contactOf(after) }])
        if (changed) await updateAgents(db, { agents })
        return { changed }
      })
      await tellChange(done, 'is changed', 'was like this already')
    })
}

export function addChangeMobileCommand(
  group: CommandUnknownOpts,
  { audited, confirm, tellChange }: Operator,
): void {
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
          if (!isIndianMobile(to)) throw new CommandRefused(`'${to}' ${indianMobileRule}.`)
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
}
