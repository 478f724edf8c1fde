import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { demandAgentReset, findListedAgent, setAgentDisabled, type ManagedAgent } from '../database/agents.ts'
import { removePasskeys } from '../database/passkeys.ts'
import { endSessions } from '../database/sessions.ts'
import { signInAttemptsIn } from '../database/sign-in-attempts.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { changeAgent, type Action } from './audited.ts'
import { about, examples } from './command-line.ts'
import type { Operator } from './operator.ts'

export type Change = {
  command: string
  summary: string
  description?: string
  /** The question before a change that cannot be undone. */
  question?(mobile: string): string
  change(agent: ManagedAgent, action: Action): Promise<{ changed: boolean; sessionsEnded?: number }>
  /** The answers, to print after the mobile. */
  now: string
  already: string
}

/** Adds a command whose only argument is an agent's mobile. */
export function addChangeCommand(group: CommandUnknownOpts, operator: Operator, of: Change): void {
  const { audited, confirm, tellChange } = operator
  group
    .command(of.command)
    .summary(of.summary)
    .description(of.description ?? '')
    .argument('<MOBILE>', about.mobile)
    .addHelpText('after', examples(of.question ? '9876543210 --yes' : '9876543210'))
    .action(async mobile => {
      if (of.question) await confirm(of.question(mobile))
      await tellChange(
        await changeAgent(audited, `agent.${of.command}`, mobile, of.change),
        of.now,
        of.already,
      )
    })
}

export const enabling: Change = {
  command: 'enable',
  summary: 'Lets a disabled agent log in again.',
  async change(agent, { db, at }) {
    if (!agent.disabledOn) return { changed: false }
    await setAgentDisabled(db, { agentId: agent.id, disabledOn: null })
    // A log-in that was running while the agent was disabled may have opened a session since.
    await endSessions(db, { agentId: agent.id, at })
    return { changed: true }
  },
  now: 'is enabled',
  already: 'was enabled already',
}

export const unlocking: Change = {
  command: 'unlock',
  summary: 'Ends the wait that wrong passwords have brought.',
  async change({ mobile }, { db, at }) {
    const listedAgent = await findListedAgent(db, { mobile, at })
    await signInAttemptsIn(db).unblock(mobile)
    return { changed: listedAgent.lockedUntil !== null }
  },
  now: 'may try again',
  already: 'had no wait to end',
}

export const resettingPassword: Change = {
  command: 'reset-password',
  summary: 'Demands a new password, and ends the sessions.',
  description: 'Until a new one is set by OTP ("Forgot Password"), the old one logs in no more.',
  question: mobile => `End all sessions of ${mobile} and demand a new password?`,
  async change({ id: agentId, mobile, passwordHash, resetDemanded }, { db, at }) {
    if (passwordHash === null)
      throw new CommandRefused(
        `${mobile} has no password yet: the first log-in asks for an OTP and sets one.`,
      )
    await demandAgentReset(db, { agentId })
    return { changed: !resetDemanded, sessionsEnded: await endSessions(db, { agentId, at }) }
  },
  now: 'must set a new password',
  already: 'had to already',
}

export const resettingPasskeys: Change = {
  command: 'reset-passkeys',
  summary: 'Removes the passkeys, and ends the sessions.',
  description: 'The agent logs in by password, and may add passkeys again.',
  question: mobile => `Remove all passkeys of ${mobile} and end the sessions?`,
  async change({ id: agentId }, { db, at }) {
    const removed = (await removePasskeys(db, { agentId })).length
    const sessionsEnded = removed > 0 ? await endSessions(db, { agentId, at }) : 0
    return { changed: removed > 0, removed, sessionsEnded }
  },
  now: 'has no passkey now',
  already: 'had no passkey',
}
