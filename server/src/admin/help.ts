import { commonOptions } from './command-line.ts'
import type { ArgumentSpec, Command, OptionSpec } from './command.ts'

/** How a command is called where this is installed. */
export const programName = 'npm run admin --'

export function helpOnAll(commands: Command[], groups: Record<string, string>): string {
  return joined([
    'Looks after the agents of the eKYC portal, while the server runs and when it does not.',
    `Usage: ${programName} COMMAND [OPTIONS]`,
    ...Object.entries(groups).map(([group, about]) =>
      list(
        about,
        membersOf(group, commands).map(({ name, summary }) => [name, summary]),
      ),
    ),
    list('Options of every command', optionRows(commonOptions)),
    `More about one: ${programName} COMMAND --help`,
  ])
}

export function helpOnGroup(group: string, commands: Command[], groups: Record<string, string>): string {
  const members = membersOf(group, commands)
  return joined([
    `Usage: ${programName} ${group} COMMAND [OPTIONS]`,
    list(
      groups[group] ?? group,
      members.map(member => [usageOf(member), member.summary]),
    ),
    `More about one: ${programName} ${group} COMMAND --help`,
  ])
}

export function helpOnCommand(command: Command): string {
  const { name, summary, details, arguments: specs = [], options = {}, examples = [] } = command
  return joined([
    `Usage: ${programName} ${usageOf(command)} [OPTIONS]`,
    summary + (details === undefined ? '' : `\n${details}`),
    list(
      'Arguments',
      specs.map(spec => [spec.name, spec.about]),
    ),
    list('Options', optionRows(options)),
    list('Options of every command', optionRows(commonOptions)),
    list(
      'Examples',
      examples.map(example => [`${programName} ${name} ${example}`.trim(), '']),
    ),
  ])
}

function membersOf(group: string, commands: Command[]): Command[] {
  return commands.filter(({ name }) => name.split(' ')[0] === group)
}

function usageOf({ name, arguments: specs = [], options = {} }: Command): string {
  const required = Object.entries(options).filter(([, spec]) => 'required' in spec)
  return [name, ...specs.map(bracketed), ...required.map(([option, spec]) => written(option, spec))].join(' ')
}

function bracketed({ name, optional }: ArgumentSpec): string {
  return optional ? `[${name}]` : name
}

function optionRows(options: Record<string, OptionSpec>): [string, string][] {
  return Object.entries(options).map(([name, spec]) => [written(name, spec), aboutOption(spec)])
}

function written(name: string, spec: OptionSpec): string {
  const value = {
    flag: '',
    text: 'value' in spec ? ` ${spec.value}` : '',
    texts: 'value' in spec ? ` ${spec.value}` : '',
    choice: ' WHICH',
    count: ' N',
    day: ' DAY',
  }
  return `--${name}${value[spec.kind]}`
}

function aboutOption(spec: OptionSpec): string {
  if (spec.kind === 'choice') return `${spec.about}: ${spec.choices.join(', ')}`
  if (spec.kind === 'count') return `${spec.about} (${spec.fallback} unless told)`
  if (spec.kind === 'texts') return `${spec.about}; may be repeated`
  return spec.about
}

function list(title: string, rows: [string, string][]): string {
  if (rows.length === 0) return ''
  const width = Math.max(...rows.map(([left]) => left.length))
  return [`${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd())].join(
    '\n',
  )
}

function joined(parts: string[]): string {
  return parts.filter(Boolean).join('\n\n')
}
