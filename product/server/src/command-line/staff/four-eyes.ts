import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { endFourEyes } from '../../acts/four-eyes.ts'
import { addGroup, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { withEmergency } from '../second-person.ts'

export function addFourEyesCommands(
  program: CommandUnknownOpts,
  { perform, answer, confirm }: Operator,
): void {
  withEmergency(addGroup(program, 'four-eyes', 'Whether a second person decides').command('off'))
    .summary('Lets one person do what needs two. Every page of the console and an alert tell it.')
    .description(
      'Say FOUR_EYES=off in the settings first: the next start with FOUR_EYES=on switches them on again.',
    )
    .addHelpText('after', examples('--emergency "One of our two people is ill" --yes'))
    .action(async () => {
      await confirm('Let one person do what needs two?')
      const done = await perform(endFourEyes, {})
      await answer(`Four eyes are off${done.changed ? '' : ' already'}.`, done)
    })
}
