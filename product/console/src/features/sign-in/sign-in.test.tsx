import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { closeConsole, FakeRefusal, neha, openConsole } from '../../testing/console.tsx'
import { creationOptions, fakePasskeys, made, requestOptions, signed } from '../../testing/fake-passkeys.ts'

beforeEach(() => fakePasskeys())
afterEach(closeConsole)

const token = 't'.repeat(43)

test('a passkey signs in and leads to the page that was asked for', async () => {
  const { user, askedFor } = await openConsole('/sign-in?to=%2Fme', {
    getSignIn: { way: 'passkey' },
    startPasskeySignIn: { options: requestOptions },
    finishPasskeySignIn: {},
    getMe: neha('support'),
    listPasskeys: { rows: [] },
  })
  await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Your sessions and settings' })).toBeTruthy()
  expect(askedFor('finishPasskeySignIn')).toEqual([{ credential: signed }])
})

test('with a provider, one press leads there, and back to the page that was asked for', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { user } = await openConsole('/sign-in?to=%2Fproposals%2F7', { getSignIn: { way: 'provider' } })
  await user.click(await screen.findByRole('button', { name: 'Sign in with your bank account' }))
  expect(assign).toHaveBeenCalledWith('/api/console/v1/sign-in/oidc/start?to=%2Fproposals%2F7')
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example'])(
  'an address that leads to %s is not followed',
  async to => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    const { user } = await openConsole(`/sign-in?to=${encodeURIComponent(to)}`, {
      getSignIn: { way: 'provider' },
    })
    await user.click(await screen.findByRole('button', { name: 'Sign in with your bank account' }))
    expect(assign).toHaveBeenCalledWith('/api/console/v1/sign-in/oidc/start?to=%2F')
  },
)

test('a person without a role gets a page that says whom to ask', async () => {
  await openConsole('/sign-in?problem=no-role', { getSignIn: { way: 'provider' } })
  expect(await screen.findByRole('heading', { level: 1, name: 'You have no role here yet' })).toBeTruthy()
  expect(screen.getByText(/Ask the person who gives roles/)).toBeTruthy()
})

test('a link makes a passkey and signs in, and its token leaves the address at once', async () => {
  const { user, askedFor } = await openConsole(`/enrol#${token}`, {
    startEnrolment: { name: 'Neha Kulkarni', options: creationOptions },
    finishEnrolment: {},
    getSignIn: { way: 'passkey' },
    getMe: neha('support'),
    listPasskeys: { rows: [{ createdOn: '2026-11-25T03:30:00.000Z' }] },
  })
  expect(await screen.findByText('Neha Kulkarni')).toBeTruthy()
  expect(window.location.href).not.toContain(token)
  await user.click(screen.getByRole('button', { name: 'Make a passkey' }))
  expect(await screen.findByText(/Add a second passkey/)).toBeTruthy()
  expect(askedFor('finishEnrolment')).toEqual([{ token, credential: made }])
})

test('a link that is over says so', async () => {
  await openConsole(`/enrol#${token}`, {
    startEnrolment: () => {
      throw new FakeRefusal(401, 'sign_in_failed')
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('This link is over')
})
