import { privileges } from '@ekyc/contract/words'

import {
  endSessions,
  grantRole,
  listRoles,
  listSessions,
  restorePrivilege,
  revokeRole,
  withholdPrivilege,
} from '../../acts/agents/access.ts'
import { argumentTexts } from '../program.ts'
import { defineCommand, limitOption, agentArgument, type Command } from '../define-command.ts'

const agentAndRole: Command['args'] = { ...agentArgument, role: ['<ROLE>', argumentTexts.role] }

export const roleCommands: Command[] = [
  defineCommand({
    name: 'roles list',
    summary: 'Lists the roles, what they allow and how many agents have them.',
    act: listRoles,
    list: 'roles',
    columns: {
      Role: one => one.role,
      Agents: one => one.agents,
      Privileges: one => one.privileges.join(' '),
    },
  }),
  defineCommand({
    name: 'roles grant',
    summary: 'Gives an agent a role.',
    args: agentAndRole,
    examples: ['9876543210 DBS_AGENT'],
    act: grantRole,
    answer: ({ changed }, { agent: mobile, role }) =>
      `${mobile} ${changed ? 'has' : 'had'} the role ${role}.`,
  }),
  defineCommand({
    name: 'roles revoke',
    summary: 'Takes a role from an agent at once and ends the sessions.',
    args: agentAndRole,
    examples: ['9876543210 DBS_AGENT --yes'],
    act: revokeRole,
    question: ({ agent: mobile, role }) =>
      `Take the role ${role} from ${mobile} and end all sessions of this agent?`,
    answer: ({ changed, sessionsEnded }, { agent: mobile, role }) =>
      changed
        ? `${mobile} has the role ${role} no more. Sessions ended: ${sessionsEnded}.`
        : `${mobile} did not have the role ${role}.`,
  }),
]

const agentAndPrivilege: Command['args'] = {
  ...agentArgument,
  privilege: ['<PRIVILEGE>', `one of ${privileges.join(', ')}`],
}

export const privilegeCommands: Command[] = [
  defineCommand({
    name: 'privileges withhold',
    summary: 'Keeps one privilege of the roles from an agent, from the next call on.',
    args: agentAndPrivilege,
    examples: ['9876543210 DO_EKYC_APP'],
    act: withholdPrivilege,
    answer: ({ changed }, { agent: mobile, privilege }) =>
      `${privilege} ${changed ? 'is' : 'was'} withheld from ${mobile}.`,
  }),
  defineCommand({
    name: 'privileges restore',
    summary: 'Gives an agent a withheld privilege back.',
    args: agentAndPrivilege,
    examples: ['9876543210 DO_EKYC_APP'],
    act: restorePrivilege,
    answer: ({ changed }, { agent: mobile, privilege }) =>
      `${privilege} ${changed ? 'is no longer' : 'was not'} withheld from ${mobile}.`,
  }),
]

export const sessionCommands: Command[] = [
  defineCommand({
    name: 'sessions list',
    summary: 'Lists who is signed in, the newest first.',
    args: { agent: ['[MOBILE]', argumentTexts.mobile] },
    options: { limit: limitOption(100) },
    examples: ['', '9876543210'],
    act: listSessions,
    list: 'sessions',
    columns: {
      Session: one => one.id,
      Mobile: one => one.mobile,
      Opened: one => one.openedOn,
      'Last seen': one => one.lastSeenOn,
      Ends: one => one.expiresOn,
    },
  }),
  defineCommand({
    name: 'sessions end',
    summary: 'Ends the sessions of an agent at once.',
    args: agentArgument,
    options: { session: ['--session <SESSION>', 'only this one, as sessions list names it'] },
    examples: ['9876543210 --yes', '9876543210 --session 0f3a91c2be77'],
    act: endSessions,
    question: ({ agent: mobile, session }) =>
      `End ${session === undefined ? 'all sessions' : `the session ${session}`} of ${mobile}?`,
    answer: ({ sessionsEnded: ended }, { agent: mobile }) => ({
      text: `Sessions of ${mobile} ended: ${ended}.`,
      data: { mobile, ended },
    }),
  }),
]
