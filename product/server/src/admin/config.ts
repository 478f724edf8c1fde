import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { addGroup, examples } from './command-line.ts'
import type { Operator } from './operator.ts'

export function addConfigCommands(program: CommandUnknownOpts, { examineSettings, answer }: Operator): void {
  addGroup(program, 'config', 'Settings, branding and policy')
    .command('check')
    .summary('Tells what is wrong with settings, branding and policy; exit code 1 at a problem.')
    .description(
      `Reads what a server would read, asks no database and nobody outside, and changes nothing. deploy/config asks it before
it applies a bundle; doctor looks at far ends too. Nothing of this is in the audit trail.`,
    )
    .addHelpText('after', examples('', '--json'))
    .action(() => {
      const {
        config: { warnings },
        problems,
      } = examineSettings()
      const lines = [
        ...problems.map(problem => `PROBLEM  ${problem}`),
        ...warnings.map(warning => `WARNING  ${warning}`),
        problems.length > 0
          ? 'A server with these does not start.'
          : 'Settings, branding and policy can be used.',
      ]
      return answer(lines.join('\n'), { problems, warnings }, problems.length > 0)
    })
}
