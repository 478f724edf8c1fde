import type { Finding } from '../doctor/finding.ts'
import type { Administration } from './administration.ts'

/** A word of the command line without dashes. */
export type ArgumentSpec = { name: string; about: string; optional?: true }

/** What a `--option` takes. A day is a day in India; a count is 1 or more. */
export type OptionSpec = { about: string } & (
  | { kind: 'flag' }
  | { kind: 'text' | 'texts'; value: string; required?: true }
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'count'; fallback: number; most: number }
  | { kind: 'day'; required?: true }
)

/**
 * One command: help, parsing and running all come from this.
 * @param name one or two words, the first its group
 */
export type CommandSpec<A extends readonly ArgumentSpec[], O extends Record<string, OptionSpec>> = {
  name: string
  summary: string
  details?: string
  arguments?: A
  options?: O
  /** What stands behind the name in the examples of its help. */
  examples?: string[]
  run(input: Input<A, O>, tools: Tools): Promise<Answer>
}

export type Input<A extends readonly ArgumentSpec[], O extends Record<string, OptionSpec>> = {
  arguments: { [S in A[number] as S['name']]: S extends { optional: true } ? string | undefined : string }
  options: { [N in keyof O]: ValueOf<O[N]> }
}

type ValueOf<S extends OptionSpec> = S extends { kind: 'flag' }
  ? boolean
  : S extends { kind: 'texts' }
    ? string[]
    : S extends { kind: 'count' }
      ? number
      : S extends { kind: 'day' }
        ? S extends { required: true }
          ? Date
          : Date | undefined
        : S extends { kind: 'choice'; choices: readonly (infer C)[] }
          ? C | undefined
          : S extends { required: true }
            ? string
            : string | undefined

/** The same for people and for scripts; or lines, as many as there are, that both take. */
export type Answer =
  | {
      text: string
      data: unknown
      /** It did what it was asked, and what it found is a failure. */
      failed?: boolean
    }
  | { lines: AsyncIterable<string> }

export type Tools = {
  /** Opens the database when it is first asked for, up to date unless it shall be left as it is. */
  administration(options?: { schema: 'as-it-is' }): Promise<Administration>
  /** Asks before what cannot be undone. @throws NotConfirmed unless the answer is yes */
  confirm(question: string): Promise<void>
  /** Looks at everything that this server needs. */
  examine(): Promise<Finding[]>
  /** @param path '-' is the standard input */
  readFile(path: string): Promise<Uint8Array>
  /** Tells how far a long run has come. */
  progress(done: number, of: number): void
}

export type Command = CommandSpec<readonly ArgumentSpec[], Record<string, OptionSpec>>

/** Checks `run` against its own arguments and options. */
export function command<
  const A extends readonly ArgumentSpec[] = [],
  const O extends Record<string, OptionSpec> = Record<string, never>,
>(spec: CommandSpec<A, O>): Command {
  // What the parser hands in is made from the very same specification.
  return spec
}
