import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { addHold, listHolds, removeHold } from '../../acts/kyc/holds.ts'
import { holdKinds, type HoldKind } from '../../database/kyc/holds.ts'
import { addGroup, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { withSecondPerson } from '../second-person.ts'
import { table } from '../table.ts'
import { UsageError } from '../usage-error.ts'

export function addHoldCommands(program: CommandUnknownOpts, { perform, answer }: Operator): void {
  const group = addGroup(program, 'holds', 'Legal holds')

  named(group, 'add')
    .summary('Keeps orders and their audit rows beyond their time, because a court or a dispute needs them.')
    .description(
      'What is held outlives the retention, and its agent cannot be erased, until the hold is removed.',
    )
    .requiredOption('--reason <WORDS>', 'the case or the letter that asks for it (required)')
    .addHelpText('after', examples('--reference DBS10001 --reason "Case 12 of 2027, District Court Pune"'))
    .action(async ({ reason, ...options }) => {
      const { kind, value, changed } = await perform(addHold, { ...heldBy(options, 'holds add'), reason })
      await answer(`The ${kind} ${value} ${changed ? 'is held now' : 'was held already'}.`, {
        kind,
        value,
        changed,
      })
    })

  group
    .command('list')
    .summary('Lists all holds, the oldest first.')
    .addHelpText('after', examples(''))
    .action(async () => {
      const holds = await perform(listHolds, {})
      const rows = holds.map(({ heldOn, kind, value, reason }) => [heldOn, kind, value, reason])
      await answer(table(['Since', 'What', 'Which', 'Why'], rows), { holds })
    })

  withSecondPerson(named(group, 'remove'))
    .summary('Lifts a hold: the next run of the housekeeping ends what is over its time.')
    .addHelpText('after', examples('--reference DBS10001 --propose "Case 12 is closed"'))
    .action(async options => {
      const { kind, value, changed } = await perform(removeHold, heldBy(options, 'holds remove'))
      await answer(`The ${kind} ${value} ${changed ? 'is held no more' : 'was not held'}.`, {
        kind,
        value,
        changed,
      })
    })
}

function named(group: CommandUnknownOpts, name: string) {
  return group
    .command(name)
    .option('--reference <TEXT>', 'all submitted orders of this reference')
    .option('--agent <MOBILE>', "all of this agent's, by mobile or id")
    .option('--order <ID>', 'one order')
}

function heldBy(
  options: { [kind in HoldKind]?: string | undefined },
  command: string,
): { kind: HoldKind; value: string } {
  const given = holdKinds.flatMap(kind => {
    const value = options[kind]
    return value === undefined ? [] : [{ kind, value }]
  })
  const [one] = given
  if (!one || given.length > 1) throw new UsageError('Name one --reference, --agent or --order.', command)
  return one
}
