import type { Audited, Means } from '../acts/act.ts'
import { createPerform, type Perform } from '../acts/perform.ts'
import { propose } from '../acts/proposals.ts'
import { switchFourEyesOn } from '../database/staff/proposals.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import type { Finding } from '../doctor/finding.ts'
import type { Config } from '../config/config.ts'
import type { ConsoleDoorSettings } from '../config/config-from.ts'
import type { AuditSeals } from '../domain/audit/audit-seal.ts'
import type { Policy } from '../domain/policy.ts'
import type { KeySeal } from '../domain/ports.ts'
import type { SecretBoxKeys } from '../domain/secret-box.ts'
import type { Program } from './command-line.ts'
import type { OpenAdministration, OpenOptions } from './open-administration.ts'
import { Proposed, type SecondPersonOptions } from './second-person.ts'

/** The input and output of one run of the command line. Tests replace these functions. */
export type Io = {
  programName: string
  /** Opens the administration of the database. `operator` is the value of `--operator`. */
  open(operator: string | undefined, options?: OpenOptions): Promise<OpenAdministration>
  outboxKeys(): SecretBoxKeys
  policy(): Policy
  seal(): Promise<KeySeal>
  consoleDoor(): ConsoleDoorSettings
  /** The path '-' stands for the standard input. */
  readFile(path: string): Promise<Uint8Array>
  /** Reads a file that may be larger than memory. */
  readLines(path: string): AsyncIterable<string>
  /** Reads settings, branding and policy as a server does. */
  examineSettings(): { config: Config; problems: string[] }
  examine(): Promise<Finding[]>
  examineEvery(pauseMs: number, show: (findings: Finding[]) => Promise<void>): Promise<never>
  /** Undefined if there is no terminal. */
  ask: ((question: string) => Promise<string>) | undefined
  /** Resolves when the output can take more text. */
  write(text: string): Promise<void>
  complain(text: string): void
  progress(done: number, of: number): void
}

export type Operator = ReturnType<typeof createOperator>

export function createOperator(program: Program, io: Io) {
  let hasFailed = false
  let second: SecondPersonOptions = {}
  program.hook('preAction', (_program, command) => void (second = command.opts()))
  const audited: Audited = async (action, work) => (await open()).audited(action, work)
  const door = async () => {
    const { audited: recorded, seals, fourEyes, runner } = await open()
    if (fourEyes) await switchFourEyesOn(runner)
    const { emergency } = second
    return createPerform({ audited: recorded, fourEyes, emergency, means: meansBy(seals) })
  }
  const meansBy = (seals: AuditSeals): Means => ({
    ...io,
    seals,
    registry: () => io.examineSettings().config.captureRules.devices,
  })
  const { perform }: Perform = {
    async perform(act, input) {
      const { propose: reason } = second
      if (reason === undefined) return (await door()).perform(act, input)
      const { audited: recorded, seals } = await open()
      const number = await recorded('proposal.make', action =>
        propose({ ...action, ...meansBy(seals) }, act, input, reason),
      )
      throw new Proposed(number)
    },
  }
  return {
    ...io,
    open,
    meansBy,
    audited,
    perform,
    answer,
    confirm,
    hasFailed: () => hasFailed,
  }

  function open(options?: OpenOptions): Promise<OpenAdministration> {
    return io.open(program.opts().operator, options)
  }

  /** @param failed true if the command ran and found a failure */
  async function answer(text: string, data: unknown, failed = false): Promise<void> {
    await io.write(`${program.opts().json === true ? JSON.stringify(data, null, 2) : text}\n`)
    hasFailed = failed
  }

  /**
   * Asks for a yes before an action that cannot be undone.
   * @throws CommandRefused unless the answer is yes
   */
  async function confirm(question: string): Promise<void> {
    if (program.opts().yes === true) return
    if (!io.ask)
      throw new CommandRefused(`${question} Nobody can be asked here: say --yes. Nothing was done.`)
    const reply = await io.ask(`${question} [y/N] `)
    if (!/^y(?:es)?$/i.test(reply.trim())) throw new CommandRefused('Nothing was done.')
  }
}
