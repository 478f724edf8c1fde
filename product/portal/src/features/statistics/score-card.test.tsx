import { responseCodes, unverifiedCodes } from '@ekyc/contract/refusals'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { fakeNetwork, type FakeNetwork } from '../../testing/fake-network.ts'
import { closePortal, renderScreen, signedInAgent } from '../../testing/portal.tsx'
import { causesOf } from './failure-causes.ts'
import { ScoreCard } from './score-card.tsx'

let network: FakeNetwork
beforeEach(() => {
  network = fakeNetwork()
  signedInAgent()
})
afterEach(closePortal)

const score = (success: number, ...reasons: [string, number][]) => ({
  month: '2026-11',
  success,
  failure: reasons.reduce((sum, [, count]) => sum + count, 0),
  reasons: reasons.map(([code, count]) => ({ code, count })),
})

test('the score is the share of success, rounded down, with the three most frequent causes', async () => {
  network.answer(
    'getScore',
    score(
      186,
      ['fingerprint_not_matched', 5],
      ['id_number_locked', 3],
      ['authority_timeout', 2],
      ['biometrics_locked', 3],
      ['device_key_expired', 1],
    ),
  )
  renderScreen(<ScoreCard />)
  expect(await screen.findByText('93 %')).toBeTruthy()
  expect(screen.getByText('186 of 200 succeeded in November 2026')).toBeTruthy()
  const causes = screen.getAllByRole('listitem').map(item => item.firstElementChild?.textContent)
  expect(causes).toEqual([
    'Locked by the customer 6 ×',
    'Fingerprint did not match 5 ×',
    'Authority did not answer 2 ×',
  ])
  expect(within(screen.getByRole('list')).getByText(/start with a thumb/)).toBeTruthy()
  expect(network.sent('getScore')[0]).toMatchObject({ username: '9000000001' })
})

test('a month without a failure has a share alone, a month without an order neither', async () => {
  network.answer('getScore', score(7))
  const { unmount } = renderScreen(<ScoreCard />)
  expect(await screen.findByText('100 %')).toBeTruthy()
  expect(screen.queryByText('What failed most, and what helps')).toBeNull()
  unmount()
  network.answer('getScore', score(0))
  renderScreen(<ScoreCard />)
  expect(await screen.findByText('No KYC was finished this month yet.')).toBeTruthy()
})

test('each code of a failed order has a cause of its own but for those that only support can cure', () => {
  const others = unverifiedCodes.filter(code => causesOf([{ code, count: 1 }])[0]?.cause === 'other')
  expect(others).toEqual([
    'submission_interrupted',
    'authority_request_not_accepted',
    'authority_unknown_code',
  ])
  expect(responseCodes).toEqual(expect.arrayContaining([...unverifiedCodes]))
})
