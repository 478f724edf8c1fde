import type { CustomerId, IdentityAuthority, VerificationRequest, Verdict } from '../domain/ports.ts'
import { Unavailable } from '../domain/ports.ts'
import type { Outside } from '../assemble.ts'

export type PlayedOutside = Outside & {
  /** The messages to phones, newest last. */
  inbox: { to: string; text: string }[]
  /** The requests to the authority, and the function that answers them. */
  asked: VerificationRequest[]
  answer: (request: VerificationRequest) => Promise<Verdict>
  /** The bank's references, its received results, and whether it is away. */
  references: Map<string, 'allowed' | 'not-allowed'>
  results: { id: string; body: string }[]
  bankIsAway: boolean
  smsIsAway: boolean
}

export const wadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='

const customer: CustomerId = { kind: 'number', value: '012345678901' }

/** Creates fake external services in memory, whose answers a test sets and whose requests it reads. */
export function playOutside(): PlayedOutside {
  const authority: IdentityAuthority = {
    wadh,
    async verify(request) {
      played.asked.push(request)
      return played.answer(request)
    },
  }
  const played: PlayedOutside = {
    authority,
    sms: {
      async send({ to, text }) {
        if (played.smsIsAway) throw new Unavailable('sms', 'played away')
        played.inbox.push({ to, text })
      },
    },
    bank: {
      async look(reference) {
        if (played.bankIsAway) throw new Unavailable('bank', 'played away')
        return played.references.get(reference) ?? 'unknown'
      },
      async customerOf() {
        if (played.bankIsAway) throw new Unavailable('bank', 'played away')
        return customer
      },
      async deliverResult(delivery) {
        if (played.bankIsAway) throw new Unavailable('bank', 'played away')
        played.results.push(delivery)
      },
    },
    inbox: [],
    asked: [],
    answer: async () => verified,
    references: new Map([
      ['DBS10001', 'allowed'],
      ['DBS10002', 'allowed'],
    ]),
    results: [],
    bankIsAway: false,
    smsIsAway: false,
  }
  return played
}

export const verified: Verdict = {
  kind: 'verified',
  authorityCode: 'a'.repeat(40),
  action: '',
  eKyc: {
    maskedId: 'XXXXXXXX8901',
    uidToken: 'token',
    name: 'Test Customer',
    dateOfBirth: '1990-01-01',
    gender: 'F',
    address: { vtc: 'Pune' },
    photo: '',
    keepUntil: '2036-01-01T00:00:00.000Z',
  },
}

export const notMatched: Extract<Verdict, { kind: 'refused' }> = {
  kind: 'refused',
  source: 'authentication',
  errorCode: '300',
  authorityCode: 'b'.repeat(40),
  action: 'A302',
}
