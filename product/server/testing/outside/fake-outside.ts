import type { CustomerId, Holder } from '@ekyc/contract/bank'

import type { ExternalServices } from '../../src/metrics/instrumentation.ts'
import type { IdentityAuthority, VerificationRequest, AuthorityVerdict } from '../../src/domain/ports.ts'
import { Unavailable } from '../../src/domain/ports.ts'

export type FakeOutside = ExternalServices & {
  /** The SMS that were sent, newest last. */
  inbox: { to: string; text: string }[]
  asked: VerificationRequest[]
  answer: (request: VerificationRequest) => Promise<AuthorityVerdict>
  /** The references that the bank knows. */
  references: Map<string, 'allowed' | 'not-allowed'>
  /** The account holder that the bank names for every reference. */
  holder: Holder | undefined
  results: { id: string; body: string }[]
  bankIsAway: boolean
  smsIsAway: boolean
}

export const wadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='

const customer: CustomerId = { kind: 'number', value: '012345678901' }

/** Creates external services in memory. A test sets their answers and reads the requests that they received. */
export function createFakeOutside(): FakeOutside {
  const authority: IdentityAuthority = {
    wadh,
    async verify(request) {
      fake.asked.push(request)
      return fake.answer(request)
    },
  }
  const fake: FakeOutside = {
    authority,
    sms: {
      async send({ to, text }) {
        if (fake.smsIsAway) throw new Unavailable('sms', 'away')
        fake.inbox.push({ to, text })
      },
    },
    bank: {
      async look(reference) {
        if (fake.bankIsAway) throw new Unavailable('bank', 'away')
        return fake.references.get(reference) ?? 'unknown'
      },
      async customerOf() {
        if (fake.bankIsAway) throw new Unavailable('bank', 'away')
        return { id: customer, holder: fake.holder }
      },
      async deliverResult(delivery) {
        if (fake.bankIsAway) throw new Unavailable('bank', 'away')
        fake.results.push(delivery)
      },
    },
    inbox: [],
    asked: [],
    answer: async () => verified,
    references: new Map([
      ['DBS10001', 'allowed'],
      ['DBS10002', 'allowed'],
    ]),
    holder: undefined,
    results: [],
    bankIsAway: false,
    smsIsAway: false,
  }
  return fake
}

export const verified: Extract<AuthorityVerdict, { kind: 'verified' }> = {
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

export const notMatched: Extract<AuthorityVerdict, { kind: 'refused' }> = {
  kind: 'refused',
  source: 'authentication',
  errorCode: '300',
  authorityCode: 'b'.repeat(40),
  action: 'A302',
}
