import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { disableStaff, enableStaff, endStaffSessions, listStaff } from '../../acts/staff/staff.ts'
import { about, addGroup, countUpTo, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { withSecondPerson } from '../second-person.ts'
import { table } from '../table.ts'

const person = 'the name, or the id as staff list shows it'

export function addStaffCommands(program: CommandUnknownOpts, { perform, answer, confirm }: Operator): void {
  const group = addGroup(program, 'staff', "Staff of the bank's console")

  group
    .command('list')
    .summary('Lists people by name, with roles and last sign-in.')
    .option('--limit <N>', about.limit, countUpTo(10_000), 1_000)
    .addHelpText('after', examples(''))
    .action(async ({ limit }) => {
      const people = await perform(listStaff, { limit })
      const rows = people.map(one => [
        one.id,
        one.name,
        one.roles.join(' '),
        one.lastSignInOn,
        one.disabledOn,
      ])
      await answer(table(['Id', 'Name', 'Roles', 'Last sign-in', 'Disabled'], rows), { staff: people })
    })

  group
    .command('disable')
    .summary("Takes a person's access and ends their sessions at once.")
    .argument('<PERSON>', person)
    .addHelpText('after', examples('"Neha Kulkarni" --yes'))
    .action(async staff => {
      await confirm(`Disable ${staff}?`)
      const { name, changed } = await perform(disableStaff, { staff })
      await answer(`${name} is ${changed ? 'disabled now' : 'disabled already'}.`, { name, changed })
    })

  withSecondPerson(group.command('enable'))
    .summary('Gives a disabled person access again.')
    .argument('<PERSON>', person)
    .addHelpText('after', examples('"Neha Kulkarni"'))
    .action(async staff => {
      const { name, changed } = await perform(enableStaff, { staff })
      await answer(`${name} is ${changed ? 'enabled now' : 'enabled already'}.`, { name, changed })
    })

  group
    .command('end-sessions')
    .summary("Ends a person's sessions at once.")
    .argument('<PERSON>', person)
    .addHelpText('after', examples('"Neha Kulkarni" --yes'))
    .action(async staff => {
      await confirm(`End the sessions of ${staff}?`)
      const { name, ended } = await perform(endStaffSessions, { staff })
      await answer(`Sessions of ${name} ended: ${ended}.`, { name, ended })
    })
}
