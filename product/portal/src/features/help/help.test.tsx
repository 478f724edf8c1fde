import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { loadBranding } from '../../api/branding.ts'
import { setSession, useSession, useMemory } from '../../session/session.ts'
import { eachTestsNetwork, openPortal, signedInAgent, wait } from '../../testing/portal.tsx'

eachTestsNetwork(async () => {
  await loadBranding(-Infinity)
})

const openQuestions = () => [...document.querySelectorAll('details')].filter(item => item.open)
const question = (text: RegExp) => screen.findByText(text, { selector: 'summary' })

/** product.md section 1 demands these statements in both privacy texts. */
const statements = [
  /name and your mobile number to authenticate/,
  /log in with your mobile number and a password/,
  /share the data with the partner bank/,
  /session cookies.*persistent cookies/,
  /server logs note the type of the biometric device/,
  /Grievance officer:.*grievance@river\.example/,
  /Dispute resolution:.*dispute@river\.example/,
  /using this site you confirm that you agree/,
]

test('[FAQ-1] [KYC-14] /FAQ shows the seven answers, the later fifth one and the version, in the page frame', async () => {
  signedInAgent()
  await openPortal('/FAQ')
  await question(/out of date/)
  const answers = [...document.querySelectorAll('details p')].map(answer => answer.textContent)
  expect(answers).toHaveLength(7)
  expect(answers[0]).toMatch(/Uninstall the old app/)
  expect(answers[4]).toMatch(/Reinstall the fingerprint device service app from the store.*v1\.2\.8/)
  expect(answers[4]).not.toMatch(/OTG/)
  expect(answers[6]).toMatch(/v1\.2\.8/)
  expect(screen.getByRole('banner')).toBeDefined()
  expect(screen.getByRole('contentinfo')).toBeDefined()
})

test.each([
  ['/FAQ', 'River eKYC'],
  ['/TnC', 'River eKYC'],
  ['/PrivacyPolicy', 'Customer Onboarding'],
])(
  '[FAQ-1] [FAQ-5] [FAQ-6] the privacy text of %s has every required statement, under %s',
  async (path, brand) => {
    signedInAgent()
    await openPortal(path)
    await screen.findByText(/Grievance officer/)
    for (const statement of statements) expect(document.body.textContent).toMatch(statement)
    expect(document.body.textContent).toContain(brand)
  },
)

test('[FAQ-6] /PrivacyPolicy is public and names no bank', async () => {
  await openPortal('/PrivacyPolicy')
  await screen.findByRole('heading', { name: 'Privacy Policy' })
  expect(document.body.textContent).not.toContain('River')
})

test('[FAQ-2] choosing another question closes the open one, choosing an open one closes it', async () => {
  signedInAgent()
  const { user } = await openPortal('/FAQ')
  await user.click(await question(/fingerprint fails/))
  expect(openQuestions().map(item => item.textContent)).toEqual([expect.stringMatching(/Try another finger/)])
  await user.click(await question(/device is not found/))
  expect(openQuestions().map(item => item.textContent)).toEqual([expect.stringMatching(/v1\.2\.8/)])
  await user.click(await question(/device is not found/))
  expect(openQuestions()).toEqual([])
})

test('[FAQ-3] [SES-8] Home makes the dashboard the active page and goes there after about 200 ms', async () => {
  signedInAgent()
  const { user } = await openPortal('/FAQ')
  await user.click(await screen.findByRole('link', { name: 'Home' }))
  expect(useMemory.getState().view).toBe('dashboard')
  expect(window.location.pathname).toBe('/FAQ')
  await wait(200)
  expect(window.location.pathname).toBe('/dashboard')
})

test('[FAQ-4] opening /FAQ with a token clears retryKycLock and refNo, and nothing else', async () => {
  signedInAgent()
  setSession({ retryKycLock: 'true', refNo: 'DBS10001', captureUrl: '/rd/capture' })
  await openPortal('/FAQ')
  await question(/out of date/)
  expect(useSession.getState()).toMatchObject({ retryKycLock: '', refNo: '', captureUrl: '/rd/capture' })
})

test('[FAQ-5] /TnC shows the same text to anybody, without a user menu', async () => {
  await openPortal('/TnC')
  await question(/out of date/)
  expect(document.querySelectorAll('details')).toHaveLength(7)
  expect(screen.queryByRole('button', { name: /Account of/ })).toBeNull()
})
