import { SupportCase } from '@ekyc/contract/support-case'
import { screen, waitFor } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { useBranding } from '../api/branding.ts'
import { captureParts, deviceInfo, pidData, rdService } from '../testing/device-answers.ts'
import { refusedBy } from '../testing/device-answers.ts'
import { fakeNetwork, httpError, refusal, type FakeNetwork } from '../testing/fake-network.ts'
import { closePortal, renderScreen, signedInAgent } from '../testing/portal.tsx'
import { openedAt, stubPermission } from '../testing/stub-browser.ts'
import { createScan } from './scan.ts'
import { SendToSupport } from './send-to-support.tsx'

let network: FakeNetwork
beforeEach(() => {
  openedAt('http://localhost:3000/do-kyc')
  network = fakeNetwork()
  stubPermission('granted')
  useBranding.setState({ takesCases: true })
})
afterEach(() => {
  useBranding.setState({ takesCases: false })
  closePortal()
})

const problem = { advice: 'captureFailed', deviceCode: '730' }
const wadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='

async function opened(): Promise<void> {
  renderScreen(<SendToSupport problem={problem} />)
  await user.click(screen.getByRole('button', { name: 'Send to support' }))
  await screen.findByRole('dialog', { name: 'A case for support' })
}

function shownCase(): unknown {
  return JSON.parse(document.querySelector('pre')?.textContent ?? '')
}

test('[KYC-8] a case has the steps and the exchanges of the last scan alone, in the form of the contract', async () => {
  network.plugIn(11100, { RDSERVICE: rdService(), DEVICEINFO: deviceInfo(), CAPTURE: refusedBy('730', 'Failed') })
  for (let scan = 0; scan < 2; scan += 1) await createScan({ emit: () => undefined }).start({ wadh })
  await opened()
  const shown = shownCase() as SupportCase
  expect([...Value.Errors(SupportCase, shown)]).toEqual([])
  expect(shown.advice).toEqual({ name: 'captureFailed', deviceCode: '730' })
  expect(shown.steps.map(({ step }) => step)).toEqual(['lookingStarted', 'deviceFound', 'captureStarted', 'scanFailed'])
  expect(shown.exchanges.filter(({ method }) => method === 'CAPTURE')).toHaveLength(1)
}) // prettier-ignore

test('[SES-7] a case of a good scan holds nothing of the finger, the scanner’s keys and the order', async () => {
  network.plugIn(11100, { RDSERVICE: rdService(), DEVICEINFO: deviceInfo(), CAPTURE: pidData() })
  await createScan({ emit: () => undefined }).start({ wadh })
  await opened()
  const text = JSON.stringify(shownCase())
  expect(text).toContain('qscore')
  const { skey, hmac, data, certificate } = captureParts
  const secrets = [...[skey, hmac, data, certificate].map(part => part.slice(-40, -4)), wadh, '0578989', 'db321da2']
  for (const secret of secrets) expect(text).not.toContain(secret)
}) // prettier-ignore

test('an agent who is signed in sends it once, and is told its number', async () => {
  signedInAgent()
  network.answer('sendSupportCase', { caseId: '7d1f0b8e-5a52-4f0e-9b57-3a8a1c6f2d40' })
  await opened()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Sent. Tell support the case number 7d1f0b8e.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
  const [sent] = network.sent('sendSupportCase')
  expect(JSON.parse(String(sent?.['case']))).toEqual(shownCase())
})

test.each([
  ['too many', httpError(429, 'Too many cases in the last hour. Please try again in 5 minutes.')],
  ['a bank that is away', httpError(503, 'The bank did not answer. Please try again in a moment.')],
  ['a refusal', refusal('Cases cannot be sent here.')],
])('after %s the reason is told, and the file stays', async (_why, answer) => {
  signedInAgent()
  network.answer('sendSupportCase', answer)
  await opened()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.getByText(/You can save the case as a file/)).toBeTruthy())
  expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save as file' })).toBeTruthy()
})

test.each([
  ['nobody is signed in', true, false],
  ['the bank takes no cases', false, true],
])('where %s, there is the file alone', async (_why, takesCases, isSignedIn) => {
  if (isSignedIn) signedInAgent()
  useBranding.setState({ takesCases })
  await opened()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Save as file' })).toBeTruthy()
})
