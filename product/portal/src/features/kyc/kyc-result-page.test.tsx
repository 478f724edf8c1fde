import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { KycResult } from '../../session/session-state.ts'
import { useSession, useMemory } from '../../session/session.ts'
import { closePortal, renderScreen, signedInAgent } from '../../testing/portal.tsx'
import { KycResultPage } from './kyc-result-page.tsx'
import { verifiedResult } from '../../testing/orders.ts'

const failed: KycResult = {
  ...verifiedResult,
  status: 'KYC_FAILURE',
  refusal: 'other',
  displayMsg: 'The fingerprint did not match.',
  dbsRefCode: 'DBS20001',
}

beforeEach(() => window.history.replaceState(null, '', '/kyc-result'))
afterEach(closePortal)

function showResult(kycVal: KycResult | null): void {
  signedInAgent({ kycVal, refNo: kycVal?.dbsRefCode ?? '' })
  renderScreen(<KycResultPage />)
}

const field = () => screen.getByLabelText<HTMLInputElement>('Reference number')

describe('the next customer', () => {
  test('[KYC-11] after a success the field of the next reference has the focus, and is spoken with title and verdict', () => {
    showResult(verifiedResult)
    expect(document.activeElement).toBe(field())
    const spoken = field().getAttribute('aria-describedby')?.split(' ') ?? []
    expect(spoken.map(id => document.getElementById(id)?.textContent)).toEqual([
      'KYC Details',
      expect.stringMatching(/^Success/),
    ])
  })

  test('[KYC-11] a phone keeps its keyboard closed, and the title has the focus', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    showResult(verifiedResult)
    expect(document.activeElement).not.toBe(field())
  })

  test('[KYC-11] a typed reference and Enter go on to its check', async () => {
    showResult(verifiedResult)
    await user.keyboard('DBS10002{Enter}')
    expect(window.location.pathname).toBe('/do-kyc')
    expect(useMemory.getState().waitingReference).toBe('DBS10002')
    expect(useSession.getState()).toMatchObject({ refNo: 'DBS10002', kycVal: null })
  })

  test('[KYC-11] Enter without a reference leaves the result, and says what lacks; the button goes on', async () => {
    showResult(verifiedResult)
    await user.keyboard('{Enter}')
    expect(window.location.pathname).toBe('/kyc-result')
    expect(screen.getByText('Please enter valid reference Number')).toBeTruthy()
    await user.click(button('Next customer'))
    expect(window.location.pathname).toBe('/do-kyc')
    expect(useMemory.getState().waitingReference).toBe('')
  })

  test('[KYC-12] [KYC-13] after a failure Enter on the title retries as the first button does, and a held key does nothing', async () => {
    showResult(failed)
    screen.getByRole('heading', { name: 'KYC Details' }).focus()
    fireEvent.keyDown(document.body, { key: 'Enter', repeat: true })
    expect(window.location.pathname).toBe('/kyc-result')
    await user.keyboard('{Enter}')
    expect(window.location.pathname).toBe('/do-kyc')
    expect(useSession.getState()).toMatchObject({ retryKycLock: 'true', refNo: 'DBS20001' })
  })
})

const button = (name: string) => screen.getByRole('button', { name })

test('[KYC-11] a success shows its word, message, order, transaction, time and reference, and no Retry', () => {
  showResult(verifiedResult)
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

test('[KYC-11] the receipt tells when the order was started and verified, and copies no absent consent', () => {
  showResult({ ...verifiedResult, consent: null })
  const entries = screen
    .getAllByRole('term')
    .map(term => term.parentElement?.querySelector('dd')?.textContent)
  expect(entries.slice(3, 6)).toEqual(['21-11-2026 01:45:07', 'None recorded', '21-11-2026 01:46:09'])
  expect(screen.getByText('Verified (India time)', { selector: 'dt' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy Started (India time)' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Copy Consent' })).toBeNull()
})

const refusedWith = (code: string, action = ''): KycResult => ({
  ...failed,
  authority: { source: 'authentication', code, action },
})
const buttons = () =>
  screen
    .getAllByRole('button', {
      name: /^(Retry|Next customer|Open the KYC List|Check the scanner|To the dashboard)$/,
    })
    .map(({ textContent, className }) => `${textContent}: ${/primary/.test(className) ? 'primary' : 'quiet'}`)

test('[KYC-12] [KYC-13] a finger that did not match shows the reason, the advice, the code for support, and Retry first', () => {
  showResult(refusedWith('300'))
  const verdict = screen.getByRole('alert')
  expect(within(verdict).getByText('The fingerprint did not match.')).toBeTruthy()
  expect(within(verdict).getByText(/does not match the fingerprints/)).toBeTruthy()
  expect(within(verdict).getByText(/Let’s try another finger/)).toBeTruthy()
  expect(within(verdict).getByText('For support: authority code 300')).toBeTruthy()
  expect(buttons()).toEqual(['Retry: primary', 'Next customer: quiet'])
})

test('[KYC-12] [KYC-13] where another try cannot help, Next customer comes first; the authority’s action is shown', () => {
  showResult({
    ...refusedWith('997', 'A301'),
    displayMsg: "The customer's identity number is not active. (997)",
  })
  expect(screen.getByText(/Trying again will not help/)).toBeTruthy()
  expect(screen.getByText('The authority adds: A301')).toBeTruthy()
  expect(buttons()).toEqual(['Next customer: primary', 'Retry: quiet'])
})

test('[KYC-12] after a lost answer the agent is sent to look in the list first', () => {
  showResult({ ...failed, refusal: 'unanswered', txnId: 'NA', displayMsg: 'Failed to fetch' })
  expect(screen.getByText(/look in the KYC List first/)).toBeTruthy()
  expect(screen.getByText('NA')).toBeTruthy()
  expect(screen.getByText('Failed to fetch')).toBeTruthy()
  expect(buttons()).toEqual(['Open the KYC List: primary', 'Retry: quiet', 'Next customer: quiet'])
})

test.each([
  ['scanTooOld', /right after the scan/, 'Retry'],
  ['clock', /time zone to automatic/, 'Retry'],
  ['certificate', /Key Rotation/, 'Check the scanner'],
  ['deviceNotAllowed', /a scanner that your bank allows/, 'Retry'],
  ['scanUsed', /Unplug the scanner/, 'Retry'],
  ['orderExpired', /the reference is checked again/, 'Retry'],
  ['notPermitted', /Ask your bank to check/, 'To the dashboard'],
  ['throttled', /Wait a while/, 'Retry'],
  ['authorityUnusable', /The finger was not the problem/, 'Retry'],
  ['authoritySilent', /Wait a minute/, 'Retry'],
  ['done', /Serve the next one/, 'Next customer'],
  ['pending', /may have gone through/, 'Open the KYC List'],
  ['fault', /happens again, give support/, 'Retry'],
])('[KYC-12] the refusal %s says what to do, and its primary button does it', (refusal, now, primary) => {
  showResult({ ...failed, refusal })
  expect(screen.getByText(now)).toBeTruthy()
  expect(buttons()[0]).toBe(`${primary}: primary`)
  expect(screen.queryByText(/clean, dry finger/)).toBeNull()
})

test('[KYC-12] where the authority refuses the scanner itself, the scanner comes before the next customer', () => {
  showResult(refusedWith('527'))
  expect(buttons()).toEqual(['Check the scanner: primary', 'Retry: quiet', 'Next customer: quiet'])
})

test('[KYC-13] Next customer clears the data of the customer before', async () => {
  showResult(failed)
  await user.click(button('Next customer'))
  expect(useSession.getState()).toMatchObject({ retryKycLock: '', refNo: '', kycVal: null })
  expect(window.location.pathname).toBe('/do-kyc')
})

test('[NAV-10] [KYC-11] [rule 21] Back follows returnTo to the portal’s own screens only', () => {
  showResult(verifiedResult)
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/kyc-list')
  cleanup()
  showResult({ ...verifiedResult, returnTo: 'https://example.com/steal' })
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/dashboard')
})

test('[KYC-11] each number is copied by its own button', async () => {
  showResult(verifiedResult)
  await user.click(button('Copy Transaction'))
  expect(await navigator.clipboard.readText()).toBe('UKC:1')
  expect(screen.getByText('Transaction copied')).toBeTruthy()
})

test('[KYC-11] the result names the consent and the scanner, and leads to the order’s own page', () => {
  showResult(verifiedResult)
  expect(screen.getByText('Version 3, Hindi, given 21-11-2026 01:44:00')).toBeTruthy()
  expect(screen.getByText('MFS110 (MANTRA.MSIPL, 1.0.8)')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open this order’s page' }).getAttribute('href')).toBe(
    '/kyc-order#ord-1',
  )
})

test('[KYC-11] a printed receipt names the agent, the place and the time of printing', () => {
  vi.setSystemTime('2026-11-22T04:30:00.000Z')
  showResult(verifiedResult)
  window.dispatchEvent(new Event('beforeprint'))
  expect(screen.getByText(/^Asha Verma, /)).toBeTruthy()
  expect(screen.getByText('Printed 22-11-2026 10:00:00 (India)')).toBeTruthy()
})

describe('a browser with Web Share', () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>()
  beforeEach(() => {
    share.mockReset()
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  })
  afterEach(() => Reflect.deleteProperty(navigator, 'share'))

  test('[KYC-11] shares the receipt as text, with bank and agent', async () => {
    showResult(verifiedResult)
    await user.click(button('Share'))
    const text = share.mock.calls[0]?.[0].text ?? ''
    for (const part of [
      'Success',
      'DBS10001',
      'ord-1',
      'UKC:1',
      '21-11-2026 01:45:07',
      'Version 3',
      'Asha Verma',
    ])
      expect(text).toContain(part)
  })

  test('[KYC-11] says so when sharing fails, but not when the agent closes its dialog', async () => {
    showResult(verifiedResult)
    share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
    await user.click(button('Share'))
    expect(screen.queryByText(/could not share/)).toBeNull()
    share.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    await user.click(button('Share'))
    expect(await screen.findByText(/could not share/)).toBeTruthy()
  })
})

test('[KYC-11] a reload without a result says so', () => {
  showResult(null)
  expect(screen.getByText('There is no result to show.')).toBeTruthy()
})
