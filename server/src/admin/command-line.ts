import { parseArgs, type ParseArgsConfig } from 'node:util'

import { startOfIndiaDay } from '@ekyc/contract/india-time'

import type { Command, OptionSpec } from './command.ts'
import { UsageError } from './usage-error.ts'

/** What every command takes. */
export const commonOptions = {
  json: { kind: 'flag', about: 'answer in JSON, for scripts' },
  operator: { kind: 'text', value: 'NAME', about: 'who is acting, for the audit trail' },
  yes: { kind: 'flag', about: 'do not ask before what cannot be undone' },
  help: { kind: 'flag', about: 'explain, and do nothing' },
  version: { kind: 'flag', about: 'tell which version this is' },
} as const satisfies Record<string, OptionSpec>

export type CommandLine =
  | { kind: 'help'; about: { command: Command } | { group: string } | 'all' }
  | { kind: 'version' }
  | {
      kind: 'run'
      command: Command
      input: Parameters<Command['run']>[0]
      json: boolean
      yes: boolean
      operator: string | undefined
    }

/** @throws UsageError */
export function readCommandLine(argv: string[], commands: Command[]): CommandLine {
  const [first, ...others] = wordsOf(argv)
  const asksInWords = first === 'help'
  const words = first === undefined || asksInWords ? others : [first, ...others]
  if (argv.includes('--version')) return { kind: 'version' }
  const found = findCommand(words, commands)
  const isEmpty = argv.length === 0
  const wantsHelp = isEmpty || asksInWords || argv.some(word => word === '--help' || word === '-h')
  if (!found) {
    const [group] = words
    const isGroup = commands.some(({ name }) => name.startsWith(`${group} `))
    if (wantsHelp && words.length < 2)
      if (group === undefined || isGroup) return { kind: 'help', about: isGroup && group ? { group } : 'all' }
    throw noSuchCommand(words, commands)
  }
  if (wantsHelp) return { kind: 'help', about: { command: found } }

  const { values, positionals } = parse(argv, found)
  const args = positionals.slice(found.name.split(' ').length)
  return {
    kind: 'run',
    command: found,
    input: { arguments: readArguments(args, found), options: readOptions(values, found) },
    json: values['json'] === true,
    yes: values['yes'] === true,
    operator: typeof values['operator'] === 'string' ? values['operator'] : undefined,
  }
}

/** The words without dashes, read before it is known which options the command has. */
function wordsOf(argv: string[]): string[] {
  const { tokens } = parseArgs({
    args: argv,
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: nodeOptions(commonOptions),
  })
  return tokens.flatMap(token => (token.kind === 'positional' ? [token.value] : []))
}

function findCommand(words: string[], commands: Command[]): Command | undefined {
  const named = [words.slice(0, 2).join(' '), words[0]]
  return commands.find(({ name }) => named.includes(name))
}

function noSuchCommand([group, word]: string[], commands: Command[]): UsageError {
  if (group === undefined) return new UsageError('Which command?')
  const members = commands.filter(({ name }) => name.startsWith(`${group} `))
  if (members.length === 0) return new UsageError(`There is no command '${group}'.`)
  const names = members.map(({ name }) => name.slice(group.length + 1)).join(', ')
  return word === undefined
    ? new UsageError(`'${group}' needs one of: ${names}.`, group)
    : new UsageError(`There is no command '${group} ${word}', only ${names}.`, group)
}

function parse(argv: string[], { name, options }: Command) {
  try {
    return parseArgs({
      args: argv,
      strict: true,
      allowPositionals: true,
      options: nodeOptions({ ...options, ...commonOptions }),
    })
  } catch (error) {
    const [sentence = ''] = error instanceof Error ? error.message.split(/\. |\n/) : []
    throw new UsageError(sentence.replace(/\.?$/, '.'), name)
  }
}

function nodeOptions(options: Record<string, OptionSpec>): NonNullable<ParseArgsConfig['options']> {
  const entries = Object.entries(options).map(([name, { kind }]) => [
    name,
    {
      type: kind === 'flag' ? 'boolean' : 'string',
      multiple: kind === 'texts',
      ...(name === 'help' && { short: 'h' }),
    },
  ])
  return Object.fromEntries(entries) as NonNullable<ParseArgsConfig['options']>
}

function readArguments(given: string[], { name, arguments: specs = [] }: Command): Record<string, string> {
  const missing = specs.find((spec, index) => !spec.optional && given[index] === undefined)
  if (missing) throw new UsageError(`${missing.name} is missing: ${missing.about}.`, name)
  if (given.length > specs.length)
    throw new UsageError(`'${given[specs.length]}' is one word too many.`, name)
  return Object.fromEntries(given.map((value, index) => [specs[index]?.name, value]))
}

function readOptions(values: Record<string, unknown>, { name, options = {} }: Command) {
  const entries = Object.entries(options).map(([option, spec]) => {
    const value = values[option]
    if ('required' in spec && value === undefined)
      throw new UsageError(`--${option} is missing: ${spec.about}.`, name)
    const read = typeof value === 'string' ? readText(value, spec) : (value ?? absent(spec))
    if (read === wrong)
      throw new UsageError(`--${option} must be ${demandOf(spec)}, not '${String(value)}'.`, name)
    return [option, read]
  })
  return Object.fromEntries(entries) as Record<string, never>
}

const wrong = Symbol('wrong')

function readText(value: string, spec: OptionSpec): unknown {
  if (spec.kind === 'choice') return spec.choices.includes(value) ? value : wrong
  if (spec.kind === 'day') return startOfIndiaDay(value) ?? wrong
  if (spec.kind !== 'count') return value
  return /^[1-9]\d{0,8}$/.test(value) && Number(value) <= spec.most ? Number(value) : wrong
}

function absent(spec: OptionSpec): unknown {
  if (spec.kind === 'count') return spec.fallback
  if (spec.kind === 'texts') return []
  return spec.kind === 'flag' ? false : undefined
}

function demandOf(spec: OptionSpec): string {
  if (spec.kind === 'choice') return `one of ${spec.choices.join(', ')}`
  if (spec.kind === 'count') return `a whole number from 1 to ${spec.most}`
  return 'a day such as 2027-03-31'
}
