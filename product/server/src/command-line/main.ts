import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { createInterface as createLines } from 'node:readline'
import { createInterface } from 'node:readline/promises'
import { buffer } from 'node:stream/consumers'

import { consoleSettingsFrom, examineSettings, readAdminConfig, readOrRefuse } from '../config/read-config.ts'
import { serverSettings } from '../config/settings.ts'
import { openSettingsSeal, unsealSettings } from '../config/sealed-settings.ts'
import { createExamination } from '../doctor/examine.ts'
import { DatabaseAway } from '../domain/database-away.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { openOperatorDatabase, type OperatorDatabase } from './open-operator-database.ts'
import { accountName, operatorName } from './operator.ts'
import { createLog } from '../log/log.ts'
import { createLogWitness } from '../domain/audit/audit-seal.ts'
import { runAdmin, type ExitCode } from './run-admin.ts'

// The program that reads the output may end early, as in `admin agents list | head`.
process.stdout.on('error', () => process.exit(0))

const everyMany = 10_000

let opened: OperatorDatabase | undefined
const progress = createProgress(process.stderr)
const env = await unsealSettings(process.env)

async function main(): Promise<ExitCode> {
  try {
    return await runAdmin(process.argv.slice(2), {
      programName: process.env['ADMIN_COMMAND'] ?? 'npm run admin --',
      async open(named, options) {
        const config = readAdminConfig(env)
        const account = accountName(() => userInfo().username, config.account)
        const operator = operatorName(named ?? config.operator, account)
        const onProgress = (step: string) => void process.stderr.write(`${step} …\n`)
        opened ??= await openOperatorDatabase(config, {
          ...options,
          operator,
          now: () => new Date(),
          onProgress,
          // A person at a terminal sees no log. Elsewhere, such as in a container, the log keeps the standard error.
          ...(!process.stderr.isTTY && { witness: createLogWitness(createLog('info', process.stderr)) }),
        })
        return opened
      },
      outboxKeys: () => readOrRefuse(env, ({ read }) => read(serverSettings.outboxKeys)),
      policy: () => readOrRefuse(env, ({ read }) => read(serverSettings.policy)),
      seal: () => openSettingsSeal(env),
      consoleSettings: () => readOrRefuse(env, consoleSettingsFrom),
      examineSettings: () => examineSettings(env),
      examine: createExamination(env, () => new Date()),
      readLines,
      readFile: path => (path === '-' ? buffer(process.stdin) : readFile(path).catch(unreadable)),
      ask: process.stdin.isTTY ? ask : undefined,
      write,
      complain: text => void process.stderr.write(text),
      progress: progress.tell,
    })
  } finally {
    progress.end()
    await opened?.close()
  }
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

async function* readLines(path: string): AsyncGenerator<string> {
  if (path === '-') return yield* createLines({ input: process.stdin })
  const file = await open(path).catch(unreadable)
  yield* file.readLines()
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const interrupted = new Promise<string>(resolve =>
    terminal.on('SIGINT', () => resolve('')).on('close', () => resolve('')),
  )
  try {
    return await Promise.race([terminal.question(question), interrupted])
  } finally {
    terminal.close()
  }
}

function unreadable(error: NodeJS.ErrnoException): never {
  throw new CommandRefused(`The file cannot be read (${error.code ?? error.message}).`)
}

function sentenceOf(error: unknown): string {
  if (error instanceof DatabaseAway)
    return 'The database is away, or it was too slow. Look whether the action was done before you try it again.'
  return error instanceof Error ? error.message : String(error)
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 1
}

/** A terminal gets one changing line, any other output a line per 10,000 rows. */
function createProgress(out: { isTTY?: boolean; write(text: string): unknown }) {
  let told = 0
  return {
    tell(done: number, of: number): void {
      if (out.isTTY) out.write(`\r${done} of ${of} …`)
      else if (Math.floor(done / everyMany) > Math.floor(told / everyMany)) out.write(`${done} of ${of} …\n`)
      told = done
    },
    end(): void {
      if (out.isTTY && told > 0) out.write('\r\u001b[K')
    },
  }
}
