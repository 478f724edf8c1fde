import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { sealableSettings, sealSetting } from '../../config/sealed-settings.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { addGroup, examplesText, UsageError } from '../program.ts'
import type { Operator } from '../operator.ts'

export function addConfigCommands(program: CommandUnknownOpts, operator: Operator): void {
  const { examineSettings, answer } = operator
  const group = addGroup(program, 'config', 'Settings, branding and policy')

  group
    .command('check')
    .summary('Tells what is wrong with settings, branding and policy; exit code 1 at a problem.')
    .description(
      `Reads what a server would read, asks no database and nobody outside, and changes nothing. deploy/config asks it before
it applies a bundle; doctor looks at far ends too. Nothing of this is in the audit trail.`,
    )
    .addHelpText('after', examplesText('', '--json'))
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

  group
    .command('seal')
    .summary('Seals a secret setting, so that only the hardware module opens it.')
    .description(
      `Prints the text that takes the value's place in the setting or its file: a server opens it at its start. Needs SEALING_KEY,
PKCS11_MODULE and PKCS11_PIN. Nothing of this is in the audit trail.`,
    )
    .argument('<NAME>', 'the setting', (name: string) => {
      if (sealableSettings.includes(name)) return name
      throw new UsageError(`Only these are sealed: ${sealableSettings.join(', ')}.`, 'config seal')
    })
    .argument('<FILE>', 'holds the value; - reads the standard input')
    .addHelpText('after', examplesText('OUTBOX_KEY secrets/outbox-key', 'PEPPER -'))
    .action(async (name, file) => {
      const value = Buffer.from(await operator.readFile(file))
        .toString('utf8')
        .trim()
      if (value === '') throw new CommandRefused('There is no value. Nothing was sealed.')
      const sealed = sealSetting(await operator.seal(), name, value)
      await answer(sealed, { sealed })
    })
}
