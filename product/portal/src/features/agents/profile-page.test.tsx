import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { eachTestsNetwork, openPortal, signedInAgent } from '../../testing/portal.tsx'

eachTestsNetwork(() => signedInAgent())

test('[PRF-1] the profile shows name, mobile, email and location, and leads to the change of password', async () => {
  const { user } = await openPortal('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  const values = screen.getAllByRole('definition').map(value => value.textContent)
  expect(values).toEqual(['Asha Verma', '+91 9000000001', 'asha@river.example', '12 Market Road, Pune'])
  await user.click(screen.getByRole('button', { name: 'Change Password' }))
  expect(window.location.pathname).toBe('/change-password')
})

test('the profile leads to the page of passkeys and sessions', async () => {
  const { user } = await openPortal('/profile')
  await user.click(await screen.findByRole('link', { name: 'Sign-in and security' }))
  expect(await screen.findByRole('heading', { name: 'Sign-in and security' })).toBeDefined()
})

test('[NAV-10] Back leads from the profile to the dashboard', async () => {
  await openPortal('/profile')
  expect((await screen.findByRole('link', { name: 'Back' })).getAttribute('href')).toBe('/dashboard')
})
