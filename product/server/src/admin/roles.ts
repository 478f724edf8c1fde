import { privileges, type Privilege } from '@ekyc/contract/words'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { grantRole, listRoles, restorePrivilege, revokeRole, withholdPrivilege } from '../database/roles.ts'
import type { Runner } from '../database/runner.ts'
import { endSessions } from '../database/sessions.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import type { Agent } from '../domain/stores.ts'
import { changeAgent, type Action } from './audited.ts'
import { about, addGroup, examples } from './command-line.ts'
import type { Operator } from './operator.ts'
import { table } from './table.ts'

export function addRoleCommands(program: CommandUnknownOpts, { audited, answer, confirm }: Operator): void {
  const roles = addGroup(program, 'roles', 'Roles')

  roles
    .command('list')
    .summary('Lists the roles, what they allow and how many agents have them.')
    .action(async () => {
      const all = await audited('role.list', async ({ db, row }) => {
        row.subject = 'roles'
        return listRoles(db)
      })
      const rows = all.map(one => [one.role, one.agents, one.privileges.join(' ')])
      await answer(table(['Role', 'Agents', 'Privileges'], rows), { roles: all })
    })

  roles
    .command('grant')
    .summary('Gives an agent a role.')
    .argument('<MOBILE>', about.mobile)
    .argument('<ROLE>', about.role)
    .addHelpText('after', examples('9876543210 DBS_AGENT'))
    .action(async (mobile, role) => {
      const grant = async (agent: Agent, { db }: Action) => {
        await refuseUnknownRole(db, role)
        return { role, changed: (await grantRole(db, { agentId: agent.id, role })).length > 0 }
      }
      const done = await changeAgent(audited, 'role.grant', mobile, grant, role)
      await answer(`${mobile} ${done.changed ? 'has' : 'had'} the role ${role}.`, done)
    })

  roles
    .command('revoke')
    .summary('Takes a role from an agent at once and ends the sessions.')
    .argument('<MOBILE>', about.mobile)
    .argument('<ROLE>', about.role)
    .addHelpText('after', examples('9876543210 DBS_AGENT --yes'))
    .action(async (mobile, role) => {
      await confirm(`Take the role ${role} from ${mobile} and end all sessions of this agent?`)
      const revoke = async (agent: Agent, { db, at }: Action) => {
        await refuseUnknownRole(db, role)
        const changed = (await revokeRole(db, { agentId: agent.id, role })).length > 0
        const sessionsEnded = changed ? await endSessions(db, { agentId: agent.id, at }) : 0
        return { role, changed, sessionsEnded }
      }
      const done = await changeAgent(audited, 'role.revoke', mobile, revoke, role)
      const text = done.changed
        ? `${mobile} has the role ${role} no more. Sessions ended: ${done.sessionsEnded}.`
        : `${mobile} did not have the role ${role}.`
      await answer(text, done)
    })
}

export function addPrivilegeCommands(program: CommandUnknownOpts, { audited, answer }: Operator): void {
  const group = addGroup(program, 'privileges', 'Privileges withheld from single agents')

  for (const { verb, summary, change, now, already } of [
    {
      verb: 'withhold',
      summary: 'Keeps one privilege of the roles from an agent, from the next call on.',
      change: withholdPrivilege,
      now: 'is',
      already: 'was',
    },
    {
      verb: 'restore',
      summary: 'Gives an agent a withheld privilege back.',
      change: restorePrivilege,
      now: 'is no longer',
      already: 'was not',
    },
  ])
    group
      .command(verb)
      .summary(summary)
      .argument('<MOBILE>', about.mobile)
      .argument('<PRIVILEGE>', `one of ${privileges.join(', ')}`)
      .addHelpText('after', examples('9876543210 DO_EKYC_APP'))
      .action(async (mobile, name) => {
        const work = async (agent: Agent, { db }: Action) => {
          const privilege = privilegeOf(name)
          return { privilege, changed: (await change(db, { agentId: agent.id, privilege })).length > 0 }
        }
        const done = await changeAgent(audited, `privilege.${verb}`, mobile, work, name)
        await answer(`${name} ${done.changed ? now : already} withheld from ${mobile}.`, done)
      })
}

async function refuseUnknownRole(db: Runner, role: string): Promise<void> {
  const names = (await listRoles(db)).map(one => one.role)
  if (!names.includes(role)) throw new CommandRefused(`There is no role '${role}', only ${names.join(', ')}.`)
}

function privilegeOf(name: string): Privilege {
  const privilege = privileges.find(known => known === name)
  if (privilege) return privilege
  throw new CommandRefused(`There is no privilege '${name}', only ${privileges.join(', ')}.`)
}
