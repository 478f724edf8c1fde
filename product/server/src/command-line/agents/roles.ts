import { privileges } from '@ekyc/contract/words'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import {
  grantRole,
  listRoles,
  restorePrivilege,
  revokeRole,
  withholdPrivilege,
} from '../../acts/agents/roles.ts'
import { about, addGroup, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { withSecondPerson } from '../second-person.ts'
import { table } from '../table.ts'

export function addRoleCommands(program: CommandUnknownOpts, { perform, answer, confirm }: Operator): void {
  const roles = addGroup(program, 'roles', 'Roles')

  roles
    .command('list')
    .summary('Lists the roles, what they allow and how many agents have them.')
    .action(async () => {
      const all = await perform(listRoles, {})
      const rows = all.map(one => [one.role, one.agents, one.privileges.join(' ')])
      await answer(table(['Role', 'Agents', 'Privileges'], rows), { roles: all })
    })

  withSecondPerson(roles.command('grant'))
    .summary('Gives an agent a role.')
    .argument('<MOBILE>', about.mobile)
    .argument('<ROLE>', about.role)
    .addHelpText('after', examples('9876543210 DBS_AGENT'))
    .action(async (mobile, role) => {
      const done = await perform(grantRole, { agent: mobile, role })
      await answer(`${mobile} ${done.changed ? 'has' : 'had'} the role ${role}.`, done)
    })

  withSecondPerson(roles.command('revoke'))
    .summary('Takes a role from an agent at once and ends the sessions.')
    .argument('<MOBILE>', about.mobile)
    .argument('<ROLE>', about.role)
    .addHelpText('after', examples('9876543210 DBS_AGENT --yes'))
    .action(async (mobile, role) => {
      await confirm(`Take the role ${role} from ${mobile} and end all sessions of this agent?`)
      const done = await perform(revokeRole, { agent: mobile, role })
      const text = done.changed
        ? `${mobile} has the role ${role} no more. Sessions ended: ${done.sessionsEnded}.`
        : `${mobile} did not have the role ${role}.`
      await answer(text, done)
    })
}

export function addPrivilegeCommands(program: CommandUnknownOpts, { perform, answer }: Operator): void {
  const group = addGroup(program, 'privileges', 'Privileges withheld from single agents')

  for (const { verb, summary, act, now, already } of [
    {
      verb: 'withhold',
      summary: 'Keeps one privilege of the roles from an agent, from the next call on.',
      act: withholdPrivilege,
      now: 'is',
      already: 'was',
    },
    {
      verb: 'restore',
      summary: 'Gives an agent a withheld privilege back.',
      act: restorePrivilege,
      now: 'is no longer',
      already: 'was not',
    },
  ])
    withSecondPerson(group.command(verb))
      .summary(summary)
      .argument('<MOBILE>', about.mobile)
      .argument('<PRIVILEGE>', `one of ${privileges.join(', ')}`)
      .addHelpText('after', examples('9876543210 DO_EKYC_APP'))
      .action(async (mobile, name) => {
        const done = await perform(act, { agent: mobile, privilege: name })
        await answer(`${name} ${done.changed ? now : already} withheld from ${mobile}.`, done)
      })
}
