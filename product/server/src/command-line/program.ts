import {
  Command,
  CommanderError,
  InvalidArgumentError,
  type CommandUnknownOpts,
} from '@commander-js/extra-typings'
import { startOfIndiaDay } from '@ekyc/contract/india-time'
import { mobileLength } from '@ekyc/contract/limits'

import { dayMs } from '../domain/clocks.ts'
import { buildInfo } from '../process/build-info.ts'

export class UsageError extends Error {
  override name = 'UsageError'
  /** The words of the command whose `--help` explains more. */
  readonly about: string
  constructor(message: string, command = '') {
    super(message)
    this.about = command
  }
}

export type Program = ReturnType<typeof createProgram>

export function createProgram(name: string) {
  return new Command(name)
    .description('Looks after the agents of the eKYC portal, while the server runs and when it does not.')
    .option('--json', 'answer in JSON, for scripts')
    .option('--operator <NAME>', 'who is acting, for the audit trail')
    .option('--yes', 'do not ask before what cannot be undone')
    .version(`${buildInfo.version} (${buildInfo.commit})`, '--version', 'tell which version this is')
    .helpOption('-h, --help', 'explain, and do nothing')
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .configureHelp({
      showGlobalOptions: true,
      // The lines of the help's tables stay whole, even if the terminal is narrower.
      helpWidth: Infinity,
      visibleCommands: command => executableCommands(command),
      subcommandTerm: command => commandPath(command),
      commandDescription: command => [command.summary(), command.description()].filter(Boolean).join('\n'),
    })
}

export function executableCommands(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return command.commands.flatMap(one => (one.commands.length > 0 ? executableCommands(one) : [one]))
}

export function commandPath(command: CommandUnknownOpts): string {
  return command.parent ? `${commandPath(command.parent)} ${command.name()}`.trim() : ''
}

function programNameOf(command: CommandUnknownOpts): string {
  return command.parent ? programNameOf(command.parent) : command.name()
}

export function examplesText(...endings: string[]) {
  return ({ command }: { command: CommandUnknownOpts }): string =>
    [
      '',
      'Examples:',
      ...endings.map(one => `  ${programNameOf(command)} ${commandPath(command)} ${one}`.trimEnd()),
    ].join('\n')
}

/** @returns the help or the version if the arguments ask for it, otherwise '' @throws UsageError */
export async function runCommandLine(program: Program, argv: string[]): Promise<string> {
  let output = ''
  for (const command of [program, ...program.commands, ...executableCommands(program)]) {
    command.configureOutput({ writeOut: text => void (output += text), writeErr: () => {} })
    command.exitOverride(error => {
      throw outputCodes.has(error.code) && !isUnknown(command) ? error : usageError(command, error)
    })
    if (command.commands.length > 0)
      command.allowExcessArguments().action(() => {
        throw noSuchCommand(command)
      })
  }
  const asksInWords = argv.length === 0 || argv[0] === 'help'
  try {
    await program.parseAsync(asksInWords ? [...argv.slice(1), '--help'] : argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
  }
  return output
}

const outputCodes = new Set(['commander.helpDisplayed', 'commander.version'])

/** Finds an unknown first word (`fly --help`), for which Commander would otherwise show help. */
function isUnknown(command: CommandUnknownOpts): boolean {
  return command.commands.length > 0 && command.args[0]?.startsWith('-') === false
}

function usageError(command: CommandUnknownOpts, { code, message }: CommanderError): UsageError {
  if (isUnknown(command)) return noSuchCommand(command)
  const { args, registeredArguments, options } = command
  const about = commandPath(command)
  if (code === 'commander.excessArguments')
    return new UsageError(`'${args[registeredArguments.length]}' is not expected here.`, about)
  const [, missing] = /(?:missing required argument|required option) '(\S+?)[ ']/.exec(message) ?? []
  if (missing !== undefined) {
    const argument = registeredArguments.find(one => one.name() === missing)
    const option = options.find(({ long }) => long === missing)
    return new UsageError(`${missing} is missing: ${(argument ?? option)?.description}.`, about)
  }
  const [, option, value, demand] =
    /option '(\S+).*' argument '(.*)' is invalid\. (?:Allowed choices are|must be) (.*?)\.?$/s.exec(
      message,
    ) ?? []
  if (option !== undefined) {
    const isChoice = message.includes('Allowed choices')
    return new UsageError(`${option} must be ${isChoice ? 'one of ' : ''}${demand}, not '${value}'.`, about)
  }
  const sentence = message.replace('error: ', '').replace(/\.?$/, '.')
  return new UsageError(sentence.slice(0, 1).toUpperCase() + sentence.slice(1), about)
}

function noSuchCommand(command: CommandUnknownOpts): UsageError {
  const group = commandPath(command)
  const [word] = command.args
  if (group === '')
    return new UsageError(word === undefined ? 'Which command?' : `There is no command '${word}'.`)
  const names = command.commands.map(one => one.name()).join(', ')
  return word === undefined
    ? new UsageError(`'${group}' needs one of: ${names}.`, group)
    : new UsageError(`There is no command '${group} ${word}', only ${names}.`, group)
}

export function parseCountUpTo(most = 999_999_999): (text: string) => number {
  return text => {
    if (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= most) return Number(text)
    throw new InvalidArgumentError(`must be a whole number from 1 to ${most}`)
  }
}

export function parseIndiaDay(text: string): Date {
  const start = startOfIndiaDay(text)
  if (start) return start
  throw new InvalidArgumentError('must be a day such as 2027-03-31')
}

/** The empty result would look like a period without events. */
export function refuseReversedDays(
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
  about: string,
): void {
  if (from && to && from > to) throw new UsageError('--to must not be a day before --from.', about)
}

export function dayAfter(day: Date): Date {
  return new Date(day.getTime() + dayMs)
}

export const argumentTexts = {
  mobile: `the agent's mobile number, ${mobileLength} digits`,
  role: 'as roles list names it',
  limit: 'at most so many',
}
