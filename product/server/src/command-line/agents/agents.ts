import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { addAddCommand } from './add-agent.ts'
import {
  addChangeCommand,
  enabling,
  lifting,
  resettingPasskeys,
  resettingPassword,
  unlocking,
} from './change-agent.ts'
import { addGroup } from '../command-line.ts'
import { addDisableCommand } from './disable-agents.ts'
import { addEraseCommand } from './erase-agent.ts'
import { addExportCommand } from './export-agents.ts'
import { addImportCommand } from './import-agents.ts'
import { addListCommand, addShowCommand } from './list-agents.ts'
import type { Operator } from '../operator.ts'
import { addSendOtpCommand } from './send-otp.ts'
import { addChangeMobileCommand, addKycCommand, addUpdateCommand } from './update-agent.ts'

/** Adds the commands for agents, in the order in which the help lists them. */
export function addAgentCommands(program: CommandUnknownOpts, operator: Operator): void {
  const group = addGroup(program, 'agents', 'Agents')
  addAddCommand(group, operator)
  addImportCommand(group, operator)
  addExportCommand(group, operator)
  addListCommand(group, operator)
  addShowCommand(group, operator)
  addUpdateCommand(group, operator)
  addKycCommand(group, operator)
  addChangeMobileCommand(group, operator)
  addDisableCommand(group, operator)
  addEraseCommand(group, operator)
  addChangeCommand(group, operator, enabling)
  addChangeCommand(group, operator, unlocking)
  addChangeCommand(group, operator, lifting)
  addSendOtpCommand(group, operator)
  addChangeCommand(group, operator, resettingPassword)
  addChangeCommand(group, operator, resettingPasskeys)
}
