import type { Finding } from '../doctor/finding.ts'
import { LinesRefused } from '../domain/many-agents.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { build } from '../build.ts'
import type { Administration } from './administration.ts'
import { columns } from './agents-file.ts'
import { readCommandLine } from './command-line.ts'
import { commands, groups } from './commands.ts'
import { helpOnAll, helpOnCommand, helpOnGroup, programName } from './help.ts'
import { table } from './table.ts'
import { UsageError } from './usage-error.ts'

/** What surrounds a run of the command line: the process, or a test. */
export type Surroundings = {
  /** @param operator as `--operator` names it */
  openAdministration(operator: string | undefined, options?: { schema: 'as-it-is' }): Promise<Administration>
  readFile(path: string): Promise<Uint8Array>
  /** Asks the person at the terminal; undefined where there is none. */
  ask: ((question: string) => Promise<string>) | undefined
  /** Resolves when there is room for more. */
  write(text: string): Promise<void>
  complain(text: string): void
  /** Looks at everything that this server needs, by the settings of its environment. */
  examine(): Promise<Finding[]>
  /** Tells how far a long run has come, of how many; the last call has them all. */
  progress(done: number, of: number): void
}

export type ExitCode = 0 | 1 | 2

/** @returns 0 done, 1 refused or failed, 2 the command line is wrong */
export async function runAdmin(argv: string[], surroundings: Surroundings): Promise<ExitCode> {
  const asJson = argv.includes('--json')
  try {
    const line = readCommandLine(argv, commands)
    if (line.kind === 'help') {
      await surroundings.write(`${help(line.about)}\n`)
      return 0
    }
    if (line.kind === 'version') {
      await surroundings.write(`${build.version} (${build.commit})\n`)
      return 0
    }
    const answer = await line.command.run(line.input, {
      administration: options => surroundings.openAdministration(line.operator, options),
      readFile: surroundings.readFile,
      examine: surroundings.examine,
      progress: surroundings.progress,
      confirm: question => confirm(question, line.yes, surroundings.ask),
    })
    if ('lines' in answer) {
      for await (const text of answer.lines) await surroundings.write(`${text}\n`)
      return 0
    }
    await surroundings.write(`${line.json ? JSON.stringify(answer.data, null, 2) : answer.text}\n`)
    return answer.failed ? 1 : 0
  } catch (error) {
    if (error instanceof UsageError) {
      const about = error.about === '' ? '' : `${error.about} `
      surroundings.complain(`${error.message}\nSee: ${programName} ${about}--help\n`)
      return 2
    }
    if (!(error instanceof CommandRefused)) throw error
    if (asJson) await surroundings.write(`${JSON.stringify(refusalData(error), null, 2)}\n`)
    surroundings.complain(`${refusalText(error)}\n`)
    return 1
  }
}

function help(about: Extract<ReturnType<typeof readCommandLine>, { kind: 'help' }>['about']): string {
  if (about === 'all') return helpOnAll(commands, groups)
  return 'group' in about ? helpOnGroup(about.group, commands, groups) : helpOnCommand(about.command)
}

async function confirm(question: string, yes: boolean, ask: Surroundings['ask']): Promise<void> {
  if (yes) return
  if (!ask) throw new CommandRefused(`${question} Nobody can be asked here: say --yes. Nothing was done.`)
  const answer = await ask(`${question} [y/N] `)
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandRefused('Nothing was done.')
}

function refusalText(refusal: CommandRefused): string {
  if (!(refusal instanceof LinesRefused)) return refusal.message
  const rows = refusal.problems.map(({ line, field, problem }) => [line, field && columns[field], problem])
  return `${table(['Line', 'Column', 'Problem'], rows)}\n\n${refusal.message}`
}

function refusalData(refusal: CommandRefused): object {
  if (!(refusal instanceof LinesRefused)) return { error: refusal.message }
  const problems = refusal.problems.map(({ line, field, problem }) => ({
    line,
    column: field === undefined ? null : columns[field],
    problem,
  }))
  return { error: refusal.message, problems }
}
