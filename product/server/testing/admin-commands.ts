import { createProgram, executableCommands, commandPath } from '../src/command-line/program.ts'
import type { Operator } from '../src/command-line/operator.ts'
import { addAllCommands } from '../src/command-line/run-admin.ts'

const program = createProgram('npm run admin --')
// The commands use their operator only when they run, so an empty object is enough here.
addAllCommands(program, {} as Operator)

/** All admin commands. `name` contains the words of the command, such as 'agents add'. */
export const adminCommands = executableCommands(program).map(command => ({
  name: commandPath(command),
  summary: command.summary(),
  arguments: command.registeredArguments,
  options: command.options,
}))
