import { createProgram, leavesOf, wordsOf } from '../admin/command-line.ts'
import type { Operator } from '../admin/operator.ts'
import { addCommands } from '../admin/run-admin.ts'

const program = createProgram('npm run admin --')
// Commands need their operator only when they run.
addCommands(program, {} as Operator)

/** Lists every admin command, with its words as `name`. */
export const adminCommands = leavesOf(program).map(command => ({
  name: wordsOf(command),
  summary: command.summary(),
  arguments: command.registeredArguments,
  options: command.options,
}))
