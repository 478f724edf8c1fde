import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { rights, type Right } from '@ekyc/contract/console/acts'

import type { Act } from '../../acts/act.ts'
import { enableAgent, liftLimits, unlockAgent } from '../../acts/agents/open-agent.ts'
import { resetPasskeys, resetPassword } from '../../acts/agents/reset-agent.ts'
import { about, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { withSecondPerson } from '../second-person.ts'

export type Change = {
  command: string
  summary: string
  description?: string
  question?(mobile: string): string
  act: Act<{ agent: string }, { mobile: string; changed: boolean; sessionsEnded?: number }>
  /** The text printed after the mobile: `now` if the agent was changed, `already` if no change was needed. */
  now: string
  already: string
}

export function addChangeCommand(group: CommandUnknownOpts, operator: Operator, of: Change): void {
  const { perform, confirm, tellChange } = operator
  const right: Right = rights[of.act.name]
  const command = group.command(of.command)
  const withOptions = right.secondPerson ? withSecondPerson(command) : command
  withOptions
    .summary(of.summary)
    .description(of.description ?? '')
    .argument('<MOBILE>', about.mobile)
    .addHelpText('after', examples(of.question ? '9876543210 --yes' : '9876543210'))
    .action(async mobile => {
      if (of.question) await confirm(of.question(mobile))
      await tellChange(await perform(of.act, { agent: mobile }), of.now, of.already)
    })
}

export const enabling: Change = {
  command: 'enable',
  summary: 'Lets a disabled agent log in again.',
  act: enableAgent,
  now: 'is enabled',
  already: 'was enabled already',
}

export const unlocking: Change = {
  command: 'unlock',
  summary: 'Ends the wait that wrong passwords have brought.',
  act: unlockAgent,
  now: 'may try again',
  already: 'had no wait to end',
}

export const lifting: Change = {
  command: 'lift-limits',
  summary: 'Ends the wait that too many reference checks have brought.',
  description: 'The limits of the hour begin anew. `agents show` tells what an agent has used of them.',
  act: liftLimits,
  now: 'begins the limits of the hour anew',
  already: 'had used nothing of the limits',
}

export const resettingPassword: Change = {
  command: 'reset-password',
  summary: 'Demands a new password, and ends the sessions.',
  description: 'Until a new one is set by OTP ("Forgot Password"), the old one logs in no more.',
  question: mobile => `End all sessions of ${mobile} and demand a new password?`,
  act: resetPassword,
  now: 'must set a new password',
  already: 'had to already',
}

export const resettingPasskeys: Change = {
  command: 'reset-passkeys',
  summary: 'Removes the passkeys, and ends the sessions.',
  description: 'The agent logs in by password, and may add passkeys again.',
  question: mobile => `Remove all passkeys of ${mobile} and end the sessions?`,
  act: resetPasskeys,
  now: 'has no passkey now',
  already: 'had no passkey',
}
