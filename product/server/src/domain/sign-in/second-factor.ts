import { isOfToday } from './decide-sign-in.ts'
import { dayMs } from '../durations.ts'
import type { Policy } from '../policy.ts'
import type { Agent } from '../agents/agent-stores.ts'
import type { CountedRequester } from './sign-in-stores.ts'

export const secondFactors = ['off', 'offered', 'required'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** The wish of a client when the second factor is optional: 'ask' asks the agent first, 'otp' sends an OTP at once. */
export type FactorWish = 'ask' | 'otp' | undefined

export type FactorDecision =
  /** `until` is the end of a session with only a password. `beginsGrace` is true if the days of grace begin now. */
  | { kind: 'open'; until?: Date; beginsGrace?: boolean }
  /** `until` is the moment from which the second factor is required, or undefined if it stays optional. */
  | { kind: 'offer'; until: Date | undefined }
  | { kind: 'demand' }

export function decideSecondFactor(
  held: {
    mode: SecondFactor
    agent: Pick<Agent, 'graceBeganOn'>
    counted: Pick<CountedRequester, 'address' | 'provenOn'>
    /** The id in the device's cookie. An address cannot identify a device, because many browsers may share it. */
    device: string | undefined
    wish: FactorWish
  },
  at: Date,
  policy: Policy,
): FactorDecision {
  const { mode, agent, counted, device, wish } = held
  if (mode === 'off') return { kind: 'open' }
  const isProvenHere = device !== undefined && counted.address === device && isOfToday(counted.provenOn, at)
  if (isProvenHere && policy.secondFactorEachLogIn === 0) return { kind: 'open' }

  const until = mode === 'required' ? graceEnd(agent, at, policy) : undefined
  const isOptional = until === undefined || until > at
  if (!isOptional || wish === 'otp') return { kind: 'demand' }
  if (wish === 'ask') return { kind: 'offer', until }
  return until ? { kind: 'open', until, beginsGrace: agent.graceBeganOn === null } : { kind: 'open' }
}

function graceEnd({ graceBeganOn }: Pick<Agent, 'graceBeganOn'>, at: Date, policy: Policy): Date {
  return new Date((graceBeganOn ?? at).getTime() + policy.secondFactorGraceDays * dayMs)
}
