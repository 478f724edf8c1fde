import { columnNames } from '@ekyc/contract/console/sheet-lines'

import { LinesRefused } from '../acts/agents/agent-file-lines.ts'
import { NotPermitted } from '../acts/perform.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { agentCommands } from './agents/agents.ts'
import { privilegeCommands, roleCommands, sessionCommands } from './agents/access.ts'
import { auditCommands } from './audit/audit.ts'
import { createProgram, runCommandLine, UsageError, type Program } from './program.ts'
import { addCommands, type Command } from './define-command.ts'
import { consentWithdrawalCommands } from './kyc/withdraw-consent.ts'
import { legalHoldCommands } from './kyc/legal-holds.ts'
import { exceptionCommands } from './kyc/kyc-exceptions.ts'
import { orderCommands } from './kyc/orders.ts'
import { complianceCommand } from './operations/compliance.ts'
import { configCommands } from './operations/config.ts'
import { databaseCommands, migrateCommand } from './operations/database.ts'
import { removeDemoCommand } from './operations/remove-demo.ts'
import { doctorCommand } from './operations/doctor.ts'
import { evidenceCommands } from './evidence/evidence.ts'
import { alertCommands } from './fraud/alerts.ts'
import { outboxCommands } from './messages/outbox.ts'
import { statisticsCommand } from './kyc/statistics.ts'
import { deviceCommand } from './agents/devices.ts'
import { createOperator, ProposalMade, type AdminIo, type Operator } from './operator.ts'
import { fourEyesCommand, jobCommand, proposalCommands } from './staff/proposals.ts'
import { staffCommands } from './staff/staff.ts'
import { textTable } from './text-table.ts'

export type ExitCode = 0 | 1 | 2

/** Returns 0 if the command succeeded, 1 if it was refused or failed, 2 for a wrong command line. */
export async function runAdmin(argv: string[], io: AdminIo): Promise<ExitCode> {
  const program = createProgram(io.programName)
  const operator = createOperator(program, io)
  addAllCommands(program, operator)
  try {
    await io.write(await runCommandLine(program, argv))
    return operator.hasFailed() ? 1 : 0
  } catch (error) {
    if (error instanceof ProposalMade) {
      await operator.answer(error.message, { proposal: error.number })
      return 0
    }
    if (error instanceof UsageError) {
      io.complain(
        `${error.message}\nSee: ${[io.programName, error.about, '--help'].filter(Boolean).join(' ')}\n`,
      )
      return 2
    }
    if (isDenied(error)) {
      io.complain(
        'The role of this DATABASE_URL may not do that: ekyc_admin may (docs/operations.md, Database).\n',
      )
      return 1
    }
    if (!(error instanceof CommandRefused)) throw error
    if (program.opts().json === true) await io.write(`${JSON.stringify(refusalData(error), null, 2)}\n`)
    io.complain(`${refusalText(error)}\n`)
    return 1
  }
}

/** Tells whether PostgreSQL denied a right (error code 42501). */
function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501'
}

export function addAllCommands(program: Program, operator: Operator): void {
  for (const [heading, commands] of allCommands) addCommands(program, operator, heading, commands)
}

const allCommands: [heading: string, commands: Command[]][] = [
  ['Agents', agentCommands],
  ['Roles', roleCommands],
  ['Privileges withheld from single agents', privilegeCommands],
  ['Sessions', sessionCommands],
  ["Staff of the bank's console", staffCommands],
  ['Proposals that wait for a second person', proposalCommands],
  ['Whether a second person decides', [fourEyesCommand]],
  ['Orders', orderCommands],
  ['Customers whose finger cannot be read', exceptionCommands],
  ['Consents of customers', consentWithdrawalCommands],
  ['Legal holds', legalHoldCommands],
  ['What the rules against fraud have found', alertCommands],
  ['Messages to agents and to the bank', outboxCommands],
  ['Work that the console hands over', [jobCommand]],
  ['Audit trail', auditCommands],
  ['Evidence', evidenceCommands],
  ['Statistics', [statisticsCommand, deviceCommand]],
  ['Demo data', [removeDemoCommand]],
  ['Settings, branding and policy', configCommands],
  ['Health of a set-up', [doctorCommand, complianceCommand]],
  ['Database', [migrateCommand]],
  ['Spread of the tables', databaseCommands],
]

function refusalText(refusal: CommandRefused): string {
  // Roles do not limit an operator. Therefore the only possible reason is that a second person is missing.
  if (refusal instanceof NotPermitted)
    return `${refusal.message} Say --propose REASON, or --emergency REASON if there is no time; a file of new agents is proposed in the console.`
  if (!(refusal instanceof LinesRefused)) return refusal.message
  const rows = problemsOf(refusal).map(({ line, column, problem }) => [line, column, problem])
  return `${textTable(['Line', 'Column', 'Problem'], rows)}\n\n${refusal.message}`
}

function refusalData(refusal: CommandRefused): object {
  const { message: error } = refusal
  return refusal instanceof LinesRefused ? { error, problems: problemsOf(refusal) } : { error }
}

function problemsOf({ problems }: LinesRefused) {
  return problems.map(({ line, field, problem }) => ({
    line,
    column: field ? columnNames[field] : null,
    problem,
  }))
}
