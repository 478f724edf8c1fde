import { disableStaff, enableStaff, endStaffSessions, listStaff } from '../../acts/staff/staff.ts'
import { defineCommand, limitOption, type Command } from '../define-command.ts'

const person: Command['args'] = { staff: ['<PERSON>', 'the name, or the id as staff list shows it'] }

export const staffCommands: Command[] = [
  defineCommand({
    name: 'staff list',
    summary: 'Lists people by name, with roles and last sign-in.',
    options: { limit: limitOption(1_000) },
    examples: [''],
    act: listStaff,
    list: 'staff',
    columns: {
      Id: one => one.id,
      Name: one => one.name,
      Roles: one => one.roles.join(' '),
      'Last sign-in': one => one.lastSignInOn,
      Disabled: one => one.disabledOn,
    },
  }),
  defineCommand({
    name: 'staff disable',
    summary: "Takes a person's access and ends their sessions at once.",
    args: person,
    examples: ['"Neha Kulkarni" --yes'],
    act: disableStaff,
    question: ({ staff }) => `Disable ${staff}?`,
    answer: ({ name, changed }) => `${name} is disabled ${changed ? 'now' : 'already'}.`,
  }),
  defineCommand({
    name: 'staff enable',
    summary: 'Gives a disabled person access again.',
    args: person,
    examples: ['"Neha Kulkarni"'],
    act: enableStaff,
    answer: ({ name, changed }) => `${name} is enabled ${changed ? 'now' : 'already'}.`,
  }),
  defineCommand({
    name: 'staff end-sessions',
    summary: "Ends a person's sessions at once.",
    args: person,
    examples: ['"Neha Kulkarni" --yes'],
    act: endStaffSessions,
    question: ({ staff }) => `End the sessions of ${staff}?`,
    answer: ({ name, ended }) => ({
      text: `Sessions of ${name} ended: ${ended}.`,
      data: { name, ended },
    }),
  }),
]
