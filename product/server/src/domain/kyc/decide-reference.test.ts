import { expect, test } from 'vitest'

import { decideReference, type HeldReference } from './references.ts'
import { defaultPolicy } from '../policy.ts'
import type { OpenOrder } from './kyc-stores.ts'

const at = new Date('2026-11-23T06:00:00.000Z')
const order = (status: OpenOrder['status'], lifeMs: number): OpenOrder => {
  return {
    agentId: 'an agent',
    id: 'an order',
    status,
    createdOn: at,
    expiresOn: new Date(at.getTime() + lifeMs),
  }
}
const [live, over] = [order('INIT', 1), order('INIT', 0)]
const submitting = order('SUBMITTING', 0)
const past = (failuresToday: number, succeeded = false) => ({ history: { succeeded, failuresToday } })

test.each<[what: string, held: Partial<HeldReference>, decision: object]>([
  ['nothing stored', {}, { kind: 'open' }],
  ['four failures today', past(4), { kind: 'open' }],
  ['five failures today', past(5), { reason: { code: 'reference_failed_often' } }],
  ['a success', past(0, true), { reason: { code: 'reference_done' } }],
  ['a success, whatever is open', { ...past(0, true), open: live }, { reason: { code: 'reference_done' } }],
  ['an open order', { open: live }, { kind: 'repeat', order: live }],
  [
    'an order that is being submitted, however old',
    { open: submitting },
    { kind: 'repeat', order: submitting },
  ],
  ['an order whose time is over', { open: over }, { kind: 'open', expires: over }],
  [
    'too many checks',
    { waitMs: 1_001 },
    { reason: { code: 'too_many_reference_checks', retryAfterSeconds: 2 } },
  ],
  [
    'too many checks, a success',
    { waitMs: 1, ...past(0, true) },
    { reason: { code: 'too_many_reference_checks' } },
  ],
])('[rule 2] a reference check: %s', (_what, more, decision) => {
  const held = { ...past(0), open: undefined, waitMs: undefined, ...more }
  expect(decideReference(held, at, defaultPolicy)).toMatchObject(decision)
})
