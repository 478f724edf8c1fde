import { sealableSettings, sealSetting } from '../../config/sealed-settings.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import type { Command } from '../define-command.ts'
import { UsageError } from '../program.ts'

export const configCommands: Command[] = [
  {
    name: 'config check',
    summary: 'Tells what is wrong with settings, branding and policy; exit code 1 at a problem.',
    description: `Reads what a server would read, asks no database and nobody outside, and changes nothing. deploy/config asks it before
it applies a bundle; doctor looks at far ends too. Nothing of this is in the audit trail.`,
    examples: ['', '--json'],
    run(_told, { examineSettings, answer }) {
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
    },
  },
  {
    name: 'config seal',
    summary: 'Seals a secret setting, so that only the hardware module opens it.',
    description: `Prints the text that takes the value's place in the setting or its file: a server opens it at its start. Needs SEALING_KEY,
PKCS11_MODULE and PKCS11_PIN. Nothing of this is in the audit trail.`,
    args: {
      name: ['<NAME>', 'the setting', sealableName],
      file: ['<FILE>', 'holds the value; - reads the standard input'],
    },
    examples: ['OUTBOX_KEY secrets/outbox-key', 'PEPPER -'],
    async run({ name, file }: { name: string; file: string }, { readFile, seal, answer }) {
      const value = Buffer.from(await readFile(file))
        .toString('utf8')
        .trim()
      if (value === '') throw new CommandRefused('There is no value. Nothing was sealed.')
      const sealed = sealSetting(await seal(), name, value)
      await answer(sealed, { sealed })
    },
  },
]

function sealableName(name: string): string {
  if (sealableSettings.includes(name)) return name
  throw new UsageError(`Only these are sealed: ${sealableSettings.join(', ')}.`, 'config seal')
}
