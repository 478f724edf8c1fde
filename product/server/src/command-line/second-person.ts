import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'

import { UsageError } from './usage-error.ts'

export type SecondPersonOptions = { propose?: string; emergency?: string }

export function withSecondPerson<Command extends CommandUnknownOpts>(command: Command): Command {
  command.addOption(
    new Option('--propose <REASON>', 'propose it: somebody else approves it in the console')
      .conflicts('emergency')
      .argParser(reasonOf),
  )
  return withEmergency(command)
}

/** Adds only --emergency to a command. The command itself makes no proposals. */
export function withEmergency<Command extends CommandUnknownOpts>(command: Command): Command {
  const about = 'do it alone; security is called, and the console lists it'
  command.addOption(new Option('--emergency <REASON>', about).argParser(reasonOf))
  return command
}

function reasonOf(text: string): string {
  if (text.trim() !== '') return text.trim()
  throw new UsageError('Say why, in words that help who decides.')
}

/** Ends a command whose act has become a proposal. The command prints only the message, or the number as JSON. */
export class Proposed extends Error {
  readonly number: number
  constructor(number: number) {
    super(`Proposal ${number} waits for a second person. Nothing was done yet.`)
    this.number = number
  }
}
