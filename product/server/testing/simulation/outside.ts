import type { EKyc } from '@ekyc/contract/bank'

import {
  Unavailable,
  type IdentityAuthority,
  type ReferenceDirectory,
  type SmsSender,
  type VerificationRequest,
  type AuthorityVerdict,
} from '../../src/domain/ports.ts'
import type { SeededRandom } from '../fixed/seeded-random.ts'
import type { Machine, Weather } from './machine.ts'
import type { Scheduler } from './scheduler.ts'

export type Question = {
  transactionId: string
  customer: string
  capture: string
  machine: Machine
  /** The answer that the machine has received, and the time of its arrival in ms since the start of the world. */
  answer: { verdict: AuthorityVerdict; at: number } | undefined
}

export type Outside = {
  asked: Question[]
  /** The bodies that the bank has received, by message id. */
  received: Map<string, string[]>
  /** The texts that the SMS provider has received, by message id. */
  texts: Map<string, string[]>
  from(machine: Machine): { authority: IdentityAuthority; bank: ReferenceDirectory; sms: SmsSender }
}

/** The bank knows the phone of every second customer. */
export function hasPhone(reference: string): boolean {
  return Number(reference.slice(1)) % 2 === 0
}

/** Simulates the authority, the bank and the SMS provider. Answers may be late or lost. */
export function createOutside(world: {
  scheduler: Scheduler
  random: SeededRandom
  weather: Weather
  keepUntil: Date
}): Outside {
  const { scheduler, random, weather } = world
  const questions: Question[] = []
  const received = new Map<string, string[]>()
  const texts = new Map<string, string[]>()

  return {
    asked: questions,
    received,
    texts,
    from: machine => ({
      authority: {
        wadh: '',
        async verify(request) {
          const { transactionId, customer, capture } = request
          const one: Question = {
            transactionId,
            customer: customer.value,
            capture: capture.data,
            machine,
            answer: undefined,
          }
          questions.push(one)
          const { ms, verdict } = drawAnswer(request)
          await machine.later(ms)
          one.answer = { verdict, at: scheduler.now() }
          return verdict
        },
      },
      bank: {
        look: async () => (await answerOfBank(machine), 'allowed'),
        async customerOf(reference) {
          await answerOfBank(machine)
          const holder = hasPhone(reference) ? { phone: '9811111111' } : undefined
          return { id: { kind: 'number', value: reference }, holder }
        },
        deliverResult: ({ id, body }) => takeAt(machine, received, id, body),
      },
      sms: { send: ({ id, text }) => takeAt(machine, texts, id, text) },
    }),
  }

  async function takeAt(machine: Machine, taken: Map<string, string[]>, id: string, body: string) {
    if (random.chance(weather.bankAway)) throw new Unavailable('bank', 'nothing arrived')
    taken.set(id, [...(taken.get(id) ?? []), body])
    await answerOfBank(machine)
  }

  async function answerOfBank(machine: Machine): Promise<void> {
    await machine.later(random.below(200))
    if (random.chance(weather.bankAway)) throw new Unavailable('bank', 'no answer came')
  }

  /** Draws an answer. One answer in 25 arrives up to 40 s after the time-out, as if the machine had stood still. */
  function drawAnswer({ transactionId, customer, deadlineMs }: VerificationRequest) {
    const kind = random.below(100)
    if (kind < 8) return { ms: deadlineMs, verdict: { kind: 'timed-out' } as const }
    const ms = kind < 12 ? deadlineMs + random.below(40_000) : random.below(kind < 30 ? deadlineMs : 500)
    return { ms, verdict: drawVerdict(transactionId, customer.value) }
  }

  function drawVerdict(transactionId: string, customer: string): AuthorityVerdict {
    const kind = random.below(100)
    if (kind < 55)
      return {
        kind: 'verified',
        authorityCode: 'code',
        action: '',
        eKyc: {
          ...nobody,
          uidToken: transactionId,
          name: customer,
          keepUntil: world.keepUntil.toISOString(),
        },
      }
    if (kind < 90) return refused('authentication', '300')
    return kind < 95 ? refused('kyc', 'K-545') : { kind: 'broken', reason: 'cut' }
  }
}

function refused(source: 'authentication' | 'kyc', errorCode: string): AuthorityVerdict {
  return { kind: 'refused', source, errorCode, authorityCode: 'code', action: '' }
}

const nobody: Omit<EKyc, 'uidToken' | 'name' | 'keepUntil'> = {
  maskedId: '',
  dateOfBirth: '',
  gender: '',
  address: {},
  photo: '',
}
