import type { ActName, StaffRole } from '@ekyc/contract/console/acts'
import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { meansOf } from '../../session/may.ts'

export type Agent = NonNullable<AnswerOf<'getAgent'>['agent']>

/** The acts that an agent's page offers. Each function tells whether the act makes sense in the agent's state. */
const applies = {
  'agent.unlock': ({ lockedUntil }: Agent) => lockedUntil !== null,
  'agent.enable': ({ statuses }) => statuses.includes('disabled'),
  'agent.update': () => true,
  'agent.record-kyc': () => true,
  'session.end': ({ liveSessions }) => liveSessions > 0,
  'agent.send-otp': ({ statuses }) => !statuses.includes('disabled'),
  'agent.reset-password': ({ statuses }) => !statuses.includes('no-password'),
  'agent.reset-passkeys': ({ passkeys }) => passkeys > 0,
  'agent.lift-limits': ({ limits }) => limits.length > 0,
  'agent.change-mobile': () => true,
  'agent.disable': ({ statuses }) => !statuses.includes('disabled'),
  'agent.erase': () => true,
} satisfies Partial<Record<ActName, (agent: Agent) => boolean>>

export type AgentAct = keyof typeof applies

export const badActs: readonly AgentAct[] = ['agent.disable', 'agent.erase']

/** Returns the acts that these roles may do or propose, in the order of `applies`. */
export function actsOn(agent: Agent, roles: readonly StaffRole[]): AgentAct[] {
  // Object.keys returns exactly the keys of `applies`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const all = Object.keys(applies) as AgentAct[]
  return all.filter(act => applies[act](agent) && meansOf(roles, act) !== undefined)
}
