import { openAdministration } from '../admin/open-administration.ts'
import { examine } from '../doctor/examine.ts'
import { runAdmin, type Surroundings } from '../admin/run-admin.ts'

export type AdminRun = {
  code: number
  /** What was asked of the person at the terminal. */
  asked: string[]
  out: string
  complaint: string
  /** How far it had come, each time that it told. */
  progress: [done: number, of: number][]
}

export type OperatorOptions = {
  /** What the person at the terminal answers; without it there is no terminal. */
  answer?: string
  files?: Record<string, string | Uint8Array>
  /** The settings that `doctor` looks at. */
  env?: NodeJS.ProcessEnv
}

/** An operator at the command line of a database: the whole of it but the process. */
export function operatorAt(database: { databaseUrl: string; now: () => Date; migrate?: boolean }) {
  return async (words: string, options: OperatorOptions = {}): Promise<AdminRun> => {
    const { answer, files = {}, env = {} } = options
    const run: AdminRun = { code: -1, asked: [], out: '', complaint: '', progress: [] }
    const closing: (() => Promise<void>)[] = []
    const surroundings: Surroundings = {
      async openAdministration(named, asked) {
        const opened = await openAdministration(
          {
            databaseUrl: database.databaseUrl,
            dataDir: '',
            databaseConnections: 2,
            databasePooler: undefined,
            migrate: database.migrate ?? true,
            operator: undefined,
          },
          {
            operator: named ?? 'priya',
            auditKeys: () => [auditKey],
            outboxKeys: () => [outboxKey],
            now: database.now,
            onProgress: () => {},
            ...asked,
          },
        )
        closing.push(opened.close)
        return opened.administration
      },
      examine: () => examine(env, database.now),
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
      progress: (done, of) => void run.progress.push([done, of]),
    }
    try {
      const code = await runAdmin(words.match(/"[^"]*"|\S+/g)?.map(unquoted) ?? [], surroundings)
      return { ...run, code }
    } finally {
      for (const close of closing) await close()
    }
  }
}

/** The key that the test server seals with. */
export const auditKey = Buffer.alloc(32, 8)
/** The key that it keeps messages under. */
export const outboxKey = Buffer.alloc(32, 7)

function unquoted(word: string): string {
  return word.replace(/^"|"$/g, '')
}
