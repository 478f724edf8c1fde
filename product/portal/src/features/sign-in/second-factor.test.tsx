import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { readAccessToken } from '../../session/access-token.ts'
import { refusal } from '../../testing/fake-network.ts'
import { keptInBrowser } from '../../testing/kept-in-browser.ts'
import { eachTestsNetwork, checkedAgent, openPortal } from '../../testing/portal.tsx'
import { asha, otpDetails } from '../../testing/usual-answers.ts'

const network = eachTestsNetwork()

const opened = { token: 'token-1', expiresIn: 600_000_000, otpRequired: false, otpDetails: null }
const needed = refusal('Confirm', { otpRequired: true, otpDetails, requiredFrom: null })
const offered = refusal('Offered', { otpRequired: false, requiredFrom: '2026-12-04T18:30:00.000Z' })

async function rightPassword() {
  checkedAgent()
  const { user } = await openPortal('/login-with-password')
  await user.type(await screen.findByLabelText('Password'), 'Agent@2026')
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  return user
}

const asked = () => network.sent('login')

test('a right password that needs its second factor asks for the OTP, and both open the dashboard', async () => {
  network.answer('login', needed)
  const user = await rightPassword()
  await screen.findByRole('heading', { name: 'Confirm your log-in' })
  const field = screen.getByLabelText('OTP')
  await waitFor(() => expect(document.activeElement).toBe(field))
  screen.getByText(new RegExp(otpDetails.sentTo))
  expect(screen.queryByLabelText('Password')).toBeNull()

  network.answer(
    'login',
    refusal('Please enter correct otp', { otpDetails: { ...otpDetails, triesLeft: 4 } }),
  )
  await user.type(field, '000000')
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText(/Tries left: 4/)
  await waitFor(() => expect(document.activeElement).toBe(field))

  network.answer('login', opened)
  await user.clear(field)
  await user.type(field, '123456')
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByRole('button', { name: 'Do KYC' })
  expect(asked()).toMatchObject([
    { username: asha.mobile, otpDetails: null, secondFactor: 'ask' },
    { otpDetails: { otpRefId: otpDetails.otpRefId, otp: '000000' } },
    { otpDetails: { otpRefId: otpDetails.otpRefId, otp: '123456' } },
  ])
  expect(keptInBrowser()).not.toMatch(/Agent@2026|123456/)
})

test('an offered second factor tells from which day it is needed, and may be left out', async () => {
  network.answer('login', offered)
  const user = await rightPassword()
  const title = await screen.findByRole('heading', { name: 'Protect your account' })
  await waitFor(() => expect(document.activeElement).toBe(title))
  screen.getByText('From 05-12-2026 your bank asks for one of them.')
  expect(readAccessToken()).toBeUndefined()

  network.answer('login', opened)
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  await screen.findByRole('button', { name: 'Do KYC' })
  expect(asked().at(-1)).not.toHaveProperty('secondFactor')
})

test('an offered second factor is confirmed by OTP', async () => {
  network.answer('login', offered)
  const user = await rightPassword()
  await screen.findByRole('heading', { name: 'Protect your account' })
  network.answer('login', needed)
  await user.click(await screen.findByRole('button', { name: 'Get an OTP by SMS' }))
  const field = await screen.findByLabelText('OTP')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(asked().at(-1)).toMatchObject({ secondFactor: 'otp' })
})
