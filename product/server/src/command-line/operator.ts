import type { AuditAction } from '@ekyc/contract/console/audit-actions'

import { createActRunner, type ActRunner } from '../acts/perform.ts'
import { proposeAct } from '../acts/proposals.ts'
import type { ConsoleSettings, ServerConfig } from '../config/read-config.ts'
import { switchFourEyesOn } from '../database/staff/proposals.ts'
import type { Finding } from '../doctor/finding.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import type { Policy } from '../domain/policy.ts'
import type { KeySeal } from '../domain/ports.ts'
import type { SecretBoxKeys } from '../domain/secrets.ts'
import { UsageError, type Program } from './program.ts'
import type { OperatorDatabase, DatabaseOpenOptions } from './open-operator-database.ts'

export type AdminIo = {
  programName: string
  open(operator: string | undefined, options?: DatabaseOpenOptions): Promise<OperatorDatabase>
  outboxKeys(): SecretBoxKeys
  policy(): Policy
  seal(): Promise<KeySeal>
  consoleSettings(): ConsoleSettings
  /** The path '-' stands for the standard input. */
  readFile(path: string): Promise<Uint8Array>
  /** Reads a file that may be larger than memory. */
  readLines(path: string): AsyncIterable<string>
  examineSettings(): { config: ServerConfig; problems: string[] }
  examine(): Promise<Finding[]>
  /** Undefined if there is no terminal. */
  ask: ((question: string) => Promise<string>) | undefined
  /** Resolves when the output can take more text. */
  write(text: string): Promise<void>
  complain(text: string): void
  progress(done: number, of: number): void
}

type SecondPersonOptions = { propose?: string; emergency?: string }

export type Operator = ReturnType<typeof createOperator>

export function createOperator(program: Program, io: AdminIo) {
  let hasFailed = false
  let second: SecondPersonOptions = {}
  program.hook('preAction', (_program, command) => void (second = command.opts()))
  const audited: ActRunner['audited'] = async (action, work) =>
    createActRunner(await openForActs()).audited(action, work)
  const perform: ActRunner['perform'] = async (act, input) => {
    const options = await openForActs()
    const { propose: reason, emergency } = second
    if (reason !== undefined)
      throw new ProposalMade(
        await audited('proposal.make', action => proposeAct(action, act.name, input, reason)),
      )
    if (options.fourEyes) await switchFourEyesOn(options.runner)
    return createActRunner({ ...options, emergency }).perform(act, input)
  }
  return {
    ...io,
    open,
    openForActs,
    audited,
    record: (action: AuditAction, subject: string) =>
      audited(action, async ({ row }) => void (row.subject = subject)),
    perform,
    answer,
    confirm,
    hasFailed: () => hasFailed,
  }

  function open(options?: DatabaseOpenOptions): Promise<OperatorDatabase> {
    return io.open(program.opts().operator, options)
  }

  async function openForActs() {
    const { runner, seals, maker, fourEyes, now } = await open()
    const registry = () => io.examineSettings().config.captureRules.devices
    return { runner, maker, fourEyes, now, dependencies: { ...io, seals, registry } }
  }

  async function answer(text: string, data: unknown, failed = false): Promise<void> {
    await io.write(`${program.opts().json === true ? JSON.stringify(data, null, 2) : text}\n`)
    hasFailed = failed
  }

  /** @throws CommandRefused unless the answer is yes */
  async function confirm(question: string): Promise<void> {
    if (program.opts().yes === true) return
    if (!io.ask)
      throw new CommandRefused(`${question} Nobody can be asked here: say --yes. Nothing was done.`)
    const reply = await io.ask(`${question} [y/N] `)
    if (!/^y(?:es)?$/i.test(reply.trim())) throw new CommandRefused('Nothing was done.')
  }
}

/** Returns 'Priya Rao (account priya)', or the account alone if nobody is named. @throws UsageError */
export function operatorName(named: string | undefined, account: string): string {
  // A container image's account names no person.
  if (named === undefined && isNumber(account))
    throw new UsageError('This account is nobody’s: say who acts with --operator NAME or ADMIN_OPERATOR.')
  const name = (named ?? account).normalize('NFC').trim()
  if (!/^[\p{L}\p{M}\p{N} ._@-]{1,64}$/u.test(name))
    throw new UsageError('--operator must be a name of 1 to 64 letters, digits, blanks and . _ @ -')
  return name === account ? name : `${name} (account ${account})`
}

/**
 * @param read throws if the account has no name
 * @param host the account that started the container, for a container whose account has no name
 */
export function accountName(read: () => string, host: string | undefined): string {
  try {
    const name = read()
    // Container engines invent a user name for an unknown uid: the number itself.
    if (!isNumber(name)) return name
  } catch {
    // The operating system has no account with this number.
  }
  return host ?? String(process.getuid?.() ?? 'unknown')
}

function isNumber(account: string): boolean {
  return /^\d+$/.test(account)
}

export class ProposalMade extends Error {
  readonly number: number
  constructor(number: number) {
    super(`Proposal ${number} waits for a second person. Nothing was done yet.`)
    this.number = number
  }
}
