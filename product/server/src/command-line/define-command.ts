import { Argument, Option, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { rights, type Right } from '@ekyc/contract/console/acts'

import type { Act } from '../acts/act.ts'
import { argumentTexts, parseCountUpTo, examplesText, UsageError } from './program.ts'
import type { Operator } from './operator.ts'
import { tableOfRows, type TableColumns } from './text-table.ts'

/** The text for a person at a terminal, and the data for a script that says --json: the act's result, unless told. */
type Answer = { text: string; data: unknown }

export type CommandOption = [
  flags: string,
  about: string,
  more?: {
    usual?: unknown
    choices?: readonly string[]
    read?: (text: string) => unknown
    /** The value of the option without a value of its own. */
    preset?: string
    isRequired?: true
    conflicts?: string
  },
]

type Words = {
  name: string
  summary: string
  description?: string
  args?: Record<string, [term: string, about: string, read?: (text: string) => unknown]>
  /** Each key, as of `args`, is a field of the input. The schema of the act fills what a row leaves open. */
  options?: Record<string, CommandOption>
  examples?: string[]
  /** True for the command that its group runs without a second word. */
  isDefault?: true
  /** 'emergency' if the command makes no proposals. Otherwise, the right of the act says whether it needs two people. */
  secondPerson?: 'emergency' | 'propose'
}

export const agentArgument: NonNullable<Words['args']> = { agent: ['<MOBILE>', argumentTexts.mobile] }

export function limitOption(usual: number): CommandOption {
  return ['--limit <N>', argumentTexts.limit, { usual }]
}

type ActCommand<In, Out> = Words & {
  act: Act<In, Out>
  /** Makes the act's input, where arguments and options are not yet the input. */
  input?(told: object): unknown
  question?(input: In): string
} & (
    | { answer(result: Out, input: In): string | Answer }
    | {
        /** The name of the rows in JSON. */
        list: string
        columns: TableColumns<Out extends readonly (infer Row)[] ? Row : never>
      }
  )

/** A command that chooses among acts, reads a file first, or does what the console cannot do. */
type OwnCommand = Words & { run(told: object, operator: Operator): Promise<void> }

export type Command = ActCommand<unknown, unknown> | OwnCommand

/** Lets TypeScript infer the types of input and result. */
export function defineCommand<In, Out>(row: ActCommand<In, Out>): Command {
  return row
}

/** A command of two words is in the group of its first word. */
export function addCommands(
  program: CommandUnknownOpts,
  operator: Operator,
  heading: string,
  commands: Command[],
): void {
  for (const row of commands) {
    const [first = '', second] = row.name.split(' ')
    const group = program.commands.find(one => one.name() === first)
    const leaf =
      second === undefined
        ? program.command(first).helpGroup(`${heading}:`)
        : (group ?? addGroup(program, first, heading)).command(second, { isDefault: row.isDefault === true })
    declareCommand(leaf, row)
    leaf.action(() => runCommand(row, inputOf(leaf, row), operator))
  }
}

function addGroup(program: CommandUnknownOpts, name: string, about: string): CommandUnknownOpts {
  return program.command(name).description(about).helpGroup(`${about}:`).commandsGroup(`${about}:`)
}

type ObjectSchema = { properties?: Record<string, FieldSchema>; required?: readonly string[] }
type FieldSchema = { type?: string; enum?: readonly string[]; maximum?: number }

function declareCommand(leaf: CommandUnknownOpts, row: Command): void {
  const { summary, description = '', args = {}, options = {} } = row
  const right: Right | undefined = 'act' in row ? rights[row.act.name] : undefined
  const secondPerson = row.secondPerson ?? (right?.secondPerson && 'propose')
  if (secondPerson === 'propose')
    leaf.addOption(
      new Option('--propose <REASON>', 'propose it: somebody else approves it in the console')
        .conflicts('emergency')
        .argParser(reasonOf),
    )
  if (secondPerson) {
    const meaning = 'do it alone; security is called, and the console lists it'
    leaf.addOption(new Option('--emergency <REASON>', meaning).argParser(reasonOf))
  }
  leaf.summary(summary).description(description)
  const schema: ObjectSchema = 'act' in row ? row.act.input.schema : {}
  for (const [field, [term, meaning, read]] of Object.entries(args)) {
    const argument = new Argument(term, meaning)
    const of = schema.properties?.[field]
    if (read) argument.argParser(read)
    else if (of?.type === 'integer') argument.argParser(parseCountUpTo(of.maximum))
    leaf.addArgument(argument)
  }
  for (const [field, option] of Object.entries(options)) leaf.addOption(optionOf(option, field, schema))
  if (row.examples) leaf.addHelpText('after', examplesText(...row.examples))
}

function reasonOf(text: string): string {
  if (text.trim() !== '') return text.trim()
  throw new UsageError('Say why, in words that help who decides.')
}

function optionOf(
  [flags, meaning, { usual, choices, read, preset, conflicts, isRequired } = {}]: CommandOption,
  field: string,
  { properties = {}, required = [] }: ObjectSchema,
): Option<string> {
  const option = new Option(flags, meaning)
  const of = properties[field] ?? {}
  if (usual !== undefined) option.default(usual)
  else if (isRequired || (required.includes(field) && of.type !== 'array')) option.makeOptionMandatory()
  if (preset !== undefined) option.preset(preset)
  if (conflicts !== undefined) option.conflicts(conflicts)
  const values = choices ?? of.enum
  if (values) option.choices(values)
  else if (read) option.argParser(read)
  else if (of.type === 'integer') option.argParser(parseCountUpTo(of.maximum))
  else if (of.type === 'array') option.argParser(repeated)
  return option
}

function repeated(text: string, before: string[] | undefined): string[] | undefined {
  return [...(before ?? []), text].filter(Boolean)
}

function inputOf(leaf: CommandUnknownOpts, { args = {}, options = {} }: Command): object {
  const ofArgs = Object.keys(args).map((field, index): [string, unknown] => [
    field,
    leaf.processedArgs[index],
  ])
  const ofOptions = Object.entries(options).map(([field, [flags]]): [string, unknown] => [
    field,
    leaf.getOptionValue(new Option(flags).attributeName()),
  ])
  return Object.fromEntries([...ofArgs, ...ofOptions].filter(([, value]) => value !== undefined))
}

async function runCommand(row: Command, told: object, operator: Operator): Promise<void> {
  if ('run' in row) return row.run(told, operator)
  const input = row.input?.(told) ?? told
  if (row.question) await operator.confirm(row.question(input))
  const result = await operator.perform(row.act, input)
  const answer = 'answer' in row ? row.answer(result, input) : listAnswer(row, result)
  const { text, data } = typeof answer === 'string' ? { text: answer, data: result } : answer
  await operator.answer(text, data)
}

function listAnswer({ list, columns }: { list: string; columns: object }, result: unknown): Answer {
  const rows: unknown[] = Array.isArray(result) ? result : []
  // The type of the row demands that the columns fit the rows of the result.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { text: tableOfRows(rows, columns as TableColumns<unknown>), data: { [list]: rows } }
}

type Changed = { mobile: string; changed: boolean; sessionsEnded?: number }

export function answerAboutAgent(now: string, already: string): (result: Changed) => string {
  return result => {
    const ended = result.sessionsEnded ? ` Sessions ended: ${result.sessionsEnded}.` : ''
    return `${result.mobile} ${result.changed ? now : already}.${ended}`
  }
}
