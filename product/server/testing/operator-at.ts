import { createAuditSeals } from '../src/domain/audit/audit-seal.ts'
import { openOperatorDatabase, type OperatorDatabase } from '../src/command-line/open-operator-database.ts'
import { createExamination } from '../src/doctor/examine.ts'
import { operatorName, type AdminIo } from '../src/command-line/operator.ts'
import { runAdmin } from '../src/command-line/run-admin.ts'
import { defaultPolicy } from '../src/domain/policy.ts'
import { examineSettings } from '../src/config/read-config.ts'

export type AdminRun = {
  code: number
  asked: string[]
  out: string
  complaint: string
}

export type OperatorOptions = {
  /** The person's answer to each question. If undefined, the command runs without a terminal. */
  answer?: string
  files?: Record<string, string | Uint8Array>
  /** The settings that `doctor` and `config check` read. */
  env?: NodeJS.ProcessEnv
}

/** Returns a function that runs admin commands on a database, in this process. */
export function operatorAt(database: {
  databaseUrl: string
  now: () => Date
  migrate?: boolean
  fourEyes?: boolean
  /** True if each command closes its connections. By default the next one takes them. */
  closes?: boolean
}) {
  const free = new Map<string, OperatorDatabase[]>()
  return async (words: string, options: OperatorOptions = {}): Promise<AdminRun> => {
    const { answer, files = {}, env = {} } = options
    const run: AdminRun = { code: -1, asked: [], out: '', complaint: '' }
    let administration: OperatorDatabase | undefined
    let kind = ''
    const io: AdminIo = {
      programName: 'npm run admin --',
      async open(named, asked) {
        const operator = operatorName(named, 'priya')
        kind = `${operator} ${asked?.schema}`
        administration ??= free.get(kind)?.pop()
        administration ??= await openOperatorDatabase(
          {
            vaultUrl: undefined,
            databaseUrl: database.databaseUrl,
            dataDir: '',
            databaseConnections: 2,
            databasePooler: undefined,
            databaseNetwork: undefined,
            migrate: database.migrate ?? true,
            operator: undefined,
            account: undefined,
            auditKeys: [auditKey],
            fourEyes: database.fourEyes ?? false,
          },
          { ...asked, operator, now: database.now, onProgress: () => {} },
        )
        return administration
      },
      outboxKeys: () => [outboxKey],
      policy: () => defaultPolicy,
      seal: () => Promise.reject(new Error('no module')),
      consoleSettings: () => ({
        isConfigured: true,
        fourEyes: database.fourEyes ? 'on' : undefined,
        issuer: undefined,
        origin: 'https://console.test',
      }),
      examine: createExamination(env, database.now),
      examineSettings: () => examineSettings(env),
      async *readLines(path) {
        yield* String(files[path] ?? '').split('\n')
      },
      async readFile(path) {
        const content = files[path] ?? ''
        return typeof content === 'string' ? Buffer.from(content) : content
      },
      ask:
        answer === undefined
          ? undefined
          : async question => {
              run.asked.push(question)
              return answer
            },
      write: async text => void (run.out += text),
      complain: text => void (run.complaint += text),
      progress: () => {},
    }
    try {
      const code = await runAdmin(words.match(/"[^"]*"|\S+/g)?.map(unquoted) ?? [], io)
      return { ...run, code }
    } finally {
      if (database.closes) await administration?.close()
      else if (administration) free.set(kind, [...(free.get(kind) ?? []), administration])
    }
  }
}

/** The key with which the test server seals audit rows. */
export const auditKey = Buffer.alloc(32, 8)
export const testSeals = createAuditSeals([auditKey])
/** The key with which the test server encrypts the outbox. */
export const outboxKey = Buffer.alloc(32, 7)

function unquoted(word: string): string {
  return word.replace(/^"|"$/g, '')
}
