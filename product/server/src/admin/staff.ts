import { staffRoles, type StaffRole } from '@ekyc/contract/console/acts'
import { enrolPage } from '@ekyc/contract/console/sign-in-pages'
import { InvalidArgumentError, type CommandUnknownOpts } from '@commander-js/extra-typings'

import {
  addStaff,
  changeStaffRoles,
  disableStaff,
  enableStaff,
  endStaffSessions,
  enrolStaff,
  listStaff,
} from '../administration/staff.ts'
import { minuteMs } from '../domain/durations.ts'
import { enrolmentLinkMs } from '../domain/staff-passkeys.ts'
import { hashTextOfStaffToken, newStaffToken } from '../domain/staff-sessions.ts'
import { about, addGroup, countUpTo, examples } from './command-line.ts'
import type { Operator } from './operator.ts'
import { withEmergency, withSecondPerson } from './second-person.ts'
import { table } from './table.ts'

const person = 'the name, or the id as staff list shows it'
const roleHelp = 'may be repeated; auditor stands alone (required)'
const linkMinutes = enrolmentLinkMs / minuteMs

export function addStaffCommands(
  program: CommandUnknownOpts,
  { perform, answer, confirm, consoleDoor }: Operator,
): void {
  const group = addGroup(program, 'staff', "Staff of the bank's console")

  withEmergency(group.command('add'))
    .summary('Adds a person, and prints the link by which they make their first passkey.')
    .description(
      `The link is for this person alone, good once, and for ${linkMinutes} minutes. Where OIDC_ISSUER names the bank's ` +
        'identity provider, people and roles come from there.',
    )
    .argument('<NAME>', 'full name')
    .requiredOption('--role <ROLE>', roleHelp, repeatedRole)
    .addHelpText('after', examples('"Neha Kulkarni" --role support'))
    .action(async (name, { role }) => {
      const { token, linkHash } = newLink()
      const added = await perform(addStaff, { name, roles: role, linkHash })
      await tellLink(`${added.name} is of the staff now`, added.name, token)
    })

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

  withSecondPerson(group.command('roles'))
    .summary('Gives a person other roles, and ends their sessions.')
    .argument('<PERSON>', person)
    .requiredOption('--role <ROLE>', roleHelp, repeatedRole)
    .addHelpText('after', examples('"Neha Kulkarni" --role support --role supervisor'))
    .action(async (staff, { role }) => {
      const { name, changed } = await perform(changeStaffRoles, { staff, roles: role })
      await answer(`${name} ${changed ? 'has' : 'had'} ${role.join(' and ')}.`, { name, changed })
    })

  withEmergency(group.command('enrol'))
    .summary('Prints a new link, whose passkey takes the place of all that the person has.')
    .argument('<PERSON>', person)
    .addHelpText('after', examples('"Neha Kulkarni"'))
    .action(async staff => {
      const { token, linkHash } = newLink()
      const { name } = await perform(enrolStaff, { staff, linkHash })
      await tellLink(`${name} may make a passkey anew`, name, token)
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

  async function tellLink(what: string, name: string, token: string): Promise<void> {
    // A browser does not send the fragment of a URL to the server, so no log contains the token.
    const link = `${consoleDoor().origin}${enrolPage}#${token}`
    await answer(`${what}. The link, for ${linkMinutes} minutes and once:\n${link}`, { name, link })
  }
}

function newLink(): { token: string; linkHash: string } {
  const token = newStaffToken()
  return { token, linkHash: hashTextOfStaffToken(token) }
}

function repeatedRole(text: string, before: StaffRole[] | undefined): StaffRole[] {
  const role = staffRoles.find(one => one === text)
  if (role === undefined) throw new InvalidArgumentError(`Allowed choices are ${staffRoles.join(', ')}.`)
  return [...(before ?? []), role]
}
