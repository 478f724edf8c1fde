import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { openConsole } from '../../testing/console.tsx'

test('one press leads to the provider, and back to the page that was asked for', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { user } = await openConsole('/sign-in?to=%2Fproposals%2F7', 'nobody')
  await user.click(await screen.findByRole('button', { name: 'Sign in with your bank account' }))
  expect(assign).toHaveBeenCalledWith('/api/console/v1/sign-in/oidc/start?to=%2Fproposals%2F7')
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example'])(
  'an address that leads to %s is not followed',
  async to => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    const { user } = await openConsole(`/sign-in?to=${encodeURIComponent(to)}`, 'nobody')
    await user.click(await screen.findByRole('button', { name: 'Sign in with your bank account' }))
    expect(assign).toHaveBeenCalledWith('/api/console/v1/sign-in/oidc/start?to=%2F')
  },
)

test('a person without a role gets a page that says whom to ask', async () => {
  await openConsole('/sign-in?problem=no-role', 'nobody')
  expect(await screen.findByRole('heading', { level: 1, name: 'You have no role here yet' })).toBeTruthy()
  expect(screen.getByText(/Ask the person who gives roles/)).toBeTruthy()
})
