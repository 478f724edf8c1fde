import { privileges } from '@ekyc/contract/words'

import { command, type Command } from '../command.ts'
import { table } from '../table.ts'
import { mobile, role } from './arguments.ts'

const privilege = { name: 'PRIVILEGE', about: `one of ${privileges.join(', ')}` } as const

export const roleCommands: Command[] = [
  command({
    name: 'roles list',
    summary: 'Lists the roles, what they allow and how many agents have them.',
    async run(_input, tools) {
      const { roles } = await tools.administration()
      const all = await roles.list()
      const rows = all.map(one => [one.role, one.agents, one.privileges.join(' ')])
      return { text: table(['Role', 'Agents', 'Privileges'], rows), data: { roles: all } }
    },
  }),

  command({
    name: 'roles grant',
    summary: 'Gives an agent a role.',
    arguments: [mobile, role],
    examples: ['9876543210 DBS_AGENT'],
    async run({ arguments: { MOBILE, ROLE } }, tools) {
      const { roles } = await tools.administration()
      const done = await roles.grant(MOBILE, ROLE)
      return { text: `${MOBILE} ${done.changed ? 'has' : 'had'} the role ${ROLE}.`, data: done }
    },
  }),

  command({
    name: 'roles revoke',
    summary: 'Takes a role from an agent at once and ends the sessions.',
    arguments: [mobile, role],
    examples: ['9876543210 DBS_AGENT --yes'],
    async run({ arguments: { MOBILE, ROLE } }, tools) {
      await tools.confirm(`Take the role ${ROLE} from ${MOBILE} and end all sessions of this agent?`)
      const { roles } = await tools.administration()
      const done = await roles.revoke(MOBILE, ROLE)
      const text = done.changed
        ? `${MOBILE} has the role ${ROLE} no more. Sessions ended: ${done.sessionsEnded}.`
        : `${MOBILE} did not have the role ${ROLE}.`
      return { text, data: done }
    },
  }),

  command({
    name: 'privileges withhold',
    summary: 'Keeps one privilege of the roles from an agent, from the next call on.',
    arguments: [mobile, privilege],
    examples: ['9876543210 DO_EKYC_APP'],
    async run({ arguments: { MOBILE, PRIVILEGE } }, tools) {
      const { roles } = await tools.administration()
      const done = await roles.withhold(MOBILE, PRIVILEGE)
      return { text: `${PRIVILEGE} ${done.changed ? 'is' : 'was'} withheld from ${MOBILE}.`, data: done }
    },
  }),

  command({
    name: 'privileges restore',
    summary: 'Gives an agent a withheld privilege back.',
    arguments: [mobile, privilege],
    examples: ['9876543210 DO_EKYC_APP'],
    async run({ arguments: { MOBILE, PRIVILEGE } }, tools) {
      const { roles } = await tools.administration()
      const done = await roles.restore(MOBILE, PRIVILEGE)
      const text = `${PRIVILEGE} ${done.changed ? 'is no longer' : 'was not'} withheld from ${MOBILE}.`
      return { text, data: done }
    },
  }),
]
