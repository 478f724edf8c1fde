import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { KycResult } from '../../session/session-state.ts'
import { useSession } from '../../session/session.ts'
import { closePortal, renderScreen, signedInAgent } from '../../testing/portal.tsx'
import { KycResultPage } from './kyc-result-page.tsx'

const done: KycResult = {
  status: 'KYC_SUCCESS',
  cause: '',
  authority: null,
  orderId: 'ord-1',
  txnId: 'UKC:1',
  displayMsg: 'The identity is confirmed.',
  createdOn: '2026-11-20T20:15:07.000Z',
  dbsRefCode: 'DBS10001',
  returnTo: '/kyc-list',
}
const failed: KycResult = {
  ...done,
  status: 'KYC_FAILURE',
  cause: 'refused',
  displayMsg: 'The fingerprint did not match.',
  dbsRefCode: 'DBS20001',
}

beforeEach(() => window.history.replaceState(null, '', '/kyc-result'))
afterEach(closePortal)

function showResult(kycVal: KycResult | null): void {
  signedInAgent({ kycVal, refNo: kycVal?.dbsRefCode ?? '' })
  renderScreen(<KycResultPage />)
}

const button = (name: string) => screen.getByRole('button', { name })

test('[KYC-11] a success shows its word, message, order, transaction, time and reference, and no Retry', () => {
  showResult(done)
  expect(screen.getByRole('heading', { name: 'KYC Details' })).toBeTruthy()
  const verdict = screen.getByRole('heading', { name: 'Success' }).closest<HTMLElement>('[role=status]')
  if (!verdict) throw new Error('nobody is told of the success')
  expect(verdict.id).toBe('kyc-done')
  expect(within(verdict).getByText('The identity is confirmed.')).toBeTruthy()
  for (const text of ['ord-1', 'UKC:1', 'DBS10001', '21-11-2026 01:45:07']) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('[KYC-11] a failure says what happened, what to tell the customer, and what to do now', () => {
  showResult(failed)
  const verdict = screen.getByRole('alert')
  expect(verdict.id).toBe('kyc-failed')
  expect(within(verdict).getByText('The fingerprint did not match.')).toBeTruthy()
  expect(within(verdict).getByText('Tell the customer')).toBeTruthy()
  expect(within(verdict).getByText('What to do now')).toBeTruthy()
})

const refusedWith = (code: string, action = ''): KycResult => ({
  ...failed,
  authority: { source: 'authentication', code, action },
})
const buttons = () =>
  screen
    .getAllByRole('button', { name: /^(Retry|Next customer)$/ })
    .map(({ textContent, className }) => `${textContent}: ${/primary/.test(className) ? 'primary' : 'quiet'}`)

test('[KYC-12] [KYC-13] a finger that did not match shows the reason, the advice, the code for support, and Retry first', () => {
  showResult(refusedWith('300'))
  const verdict = screen.getByRole('alert')
  expect(within(verdict).getByText('The fingerprint did not match.')).toBeTruthy()
  expect(within(verdict).getByText(/not like the fingerprints/)).toBeTruthy()
  expect(within(verdict).getByText(/Let us try another one/)).toBeTruthy()
  expect(within(verdict).getByText('For support: authority code 300')).toBeTruthy()
  expect(buttons()).toEqual(['Retry: primary', 'Next customer: quiet'])
})

test('[KYC-12] [KYC-13] where another try cannot help, Next customer comes first; the authority’s action is shown', () => {
  showResult({
    ...refusedWith('997', 'A301'),
    displayMsg: "The customer's identity number is not active. (997)",
  })
  expect(screen.getByText(/Another try cannot help/)).toBeTruthy()
  expect(screen.getByText('The authority adds: A301')).toBeTruthy()
  expect(buttons()).toEqual(['Next customer: primary', 'Retry: quiet'])
})

test('[KYC-12] after a lost answer the agent is sent to look in the list first', () => {
  showResult({ ...failed, cause: 'unanswered', txnId: 'NA', displayMsg: 'Failed to fetch' })
  expect(screen.getByText(/look in the KYC List first/)).toBeTruthy()
  expect(screen.getByText('NA')).toBeTruthy()
})

test('[KYC-13] Retry sets the retry lock and goes to /do-kyc with the reference', async () => {
  showResult(failed)
  await userEvent.click(button('Retry'))
  expect(useSession.getState()).toMatchObject({ retryKycLock: 'true', refNo: 'DBS20001' })
  expect(window.location.pathname).toBe('/do-kyc')
})

test('[KYC-13] Next customer clears the data of the customer before', async () => {
  showResult(failed)
  await userEvent.click(button('Next customer'))
  expect(useSession.getState()).toMatchObject({ retryKycLock: '', refNo: '', kycVal: null })
  expect(window.location.pathname).toBe('/do-kyc')
})

test('[rule 21] markup in the server’s texts stays text', () => {
  const markup = '<img src=x onerror=alert(1)>'
  showResult({ ...failed, displayMsg: markup, txnId: markup, dbsRefCode: markup })
  expect(screen.getAllByText(markup, { exact: false }).length).toBeGreaterThan(0)
  expect(document.querySelector('img')).toBeNull()
})

test('[NAV-10] [KYC-11] [rule 21] Back follows returnTo to the portal’s own screens only', () => {
  showResult(done)
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/kyc-list')
  cleanup()
  showResult({ ...done, returnTo: 'https://example.com/steal' })
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/dashboard')
})

test('[KYC-11] each number is copied by its own button', async () => {
  const user = userEvent.setup()
  showResult(done)
  await user.click(button('Copy Transaction'))
  expect(await navigator.clipboard.readText()).toBe('UKC:1')
  expect(screen.getByText('Transaction copied')).toBeTruthy()
})

test.each([
  ['forbids it', () => vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))],
  ['has no clipboard', () => vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)],
])(
  '[KYC-11] where the browser %s, the number is marked to be copied by hand, and it is said',
  async (_, refuse) => {
    const user = userEvent.setup()
    showResult(done)
    refuse()
    await user.click(button('Copy Transaction'))
    expect(getSelection()?.toString()).toBe('UKC:1')
    expect(screen.getAllByText(/^Not copied/, { selector: 'dd' })).toHaveLength(1)
    expect(screen.getByText(/^Not copied/, { selector: 'output *' })).toBeTruthy()
  },
)

test('[KYC-11] a reload without a result says so', () => {
  showResult(null)
  expect(screen.getByText('There is no result to show.')).toBeTruthy()
})
