import { isOfToday } from './decide-sign-in.ts'
import { dayMs } from './durations.ts'
import type { Policy } from './policy.ts'
import type { Agent, CountedRequester } from './stores.ts'

export const secondFactors = ['off', 'offered', 'required'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** The wish of a client where the second factor may be left out: to be asked first, or an OTP. */
export type FactorWish = 'ask' | 'otp' | undefined

export type FactorDecision =
  /** until: the end of the session, whose agent has shown a password alone; beginsGrace: the days of grace begin now */
  | { kind: 'open'; until?: Date; beginsGrace?: boolean }
  /** until: from then on the second factor is required */
  | { kind: 'offer'; until: Date | undefined }
  | { kind: 'demand' }

/** Decides what a right password opens beside nothing else. */
export function decideSecondFactor(
  held: {
    mode: SecondFactor
    agent: Pick<Agent, 'isSynthetic' | 'graceBeganOn'>
    counted: Pick<CountedRequester, 'address' | 'provenOn'>
    /** The device of the cookie; an address may belong to many browsers. */
    device: string | undefined
    wish: FactorWish
  },
  at: Date,
  policy: Policy,
): FactorDecision {
  const { mode, agent, counted, device, wish } = held
  // A synthetic agent is a program without a phone, and opens nothing but its own reference.
  if (mode === 'off' || agent.isSynthetic) return { kind: 'open' }
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
