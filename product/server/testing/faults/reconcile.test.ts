import { expect, test } from 'vitest'

import { reconcile } from './reconcile.ts'

const succeeded = {
  testified: [
    {
      orderId: 'a',
      reference: 'R1',
      answers: [{ status: 200, success: true, displayMsg: 'Success', transactionId: 'UKC:1' }],
    },
  ],
  stored: [
    {
      id: 'a',
      reference: 'R1',
      status: 'KYC_SUCCESS',
      transactionId: 'UKC:1',
      message: 'Identity verified',
      outcome: 'verified',
    },
  ],
  requests: [{ txn: 'UKC:1', outcome: 'verified' }],
  results: [{ orderId: 'a', transactionId: 'UKC:1' }],
}
const [testified] = succeeded.testified
const [stored] = succeeded.stored

test('matching records give no finding', () => {
  expect(reconcile(succeeded)).toEqual([])
  const failed = {
    testified: [
      {
        orderId: 'a',
        reference: 'R1',
        answers: [{ status: 504, success: false, displayMsg: 'Timeout Error', transactionId: 'UKC:1' }],
      },
    ],
    stored: [{ ...stored, status: 'KYC_FAILURE', message: 'Timeout Error', outcome: 'timed-out' }],
    // The authority answered after the time limit: no data arrived, so the order failed.
    requests: [{ txn: 'UKC:1', outcome: 'verified' }],
    results: [],
  }
  expect(reconcile(failed as typeof succeeded)).toEqual([])
})

test.each([
  ['an order that is not kept', { stored: [] }, ['missing']],
  [
    'an order without an end',
    { stored: [{ ...stored, status: 'SUBMITTING' }] },
    ['mismatch', 'missing', 'mismatch'],
  ],
  [
    'two answers that differ',
    {
      testified: [
        {
          ...testified,
          answers: [...(testified?.answers ?? []), { ...testified?.answers[0], transactionId: 'UKC:2' }],
        },
      ],
    },
    ['mismatch'],
  ],
  [
    'a transaction that is not the one told',
    { stored: [{ ...stored, transactionId: 'UKC:9' }] },
    ['mismatch'],
  ],
  ['a request that came twice', { requests: [...succeeded.requests, ...succeeded.requests] }, ['duplicate']],
  [
    'a request that nobody accounts for',
    { requests: [...succeeded.requests, { txn: 'UKC:2', outcome: 'verified' }] },
    ['duplicate'],
  ],
  [
    'one more request than orders, cut before it was read',
    { requests: [...succeeded.requests, { txn: '', outcome: 'HTTP 503' }] },
    ['duplicate'],
  ],
  ['a success without the authority', { requests: [] }, ['missing']],
  ['a success that the bank was not told', { results: [] }, ['missing']],
  ['a success told twice', { results: [...succeeded.results, ...succeeded.results] }, ['duplicate']],
] as const)('%s is found', (_what, change, kinds) => {
  const findingKinds = reconcile({ ...succeeded, ...change } as typeof succeeded).map(({ kind }) => kind)
  expect(findingKinds).toEqual(expect.arrayContaining([...kinds]))
})
