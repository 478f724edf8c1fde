import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { neha, openConsole } from '../../testing/console.tsx'

test('it shows where one is signed in, and which session this is', async () => {
  await openConsole('/me', 'support')
  const sessions = within(await screen.findByRole('region', { name: 'Where you are signed in' }))
  expect(await sessions.findByText(/Signed in with the bank account/)).toBeTruthy()
  expect(sessions.getByText('this one')).toBeTruthy()
})

test('another session of oneself is ended there', async () => {
  const other = {
    lastSeenOn: '2026-11-20T03:31:00.000Z',
    openedOn: '2026-11-20T03:30:00.000Z',
    isCurrent: false,
  }
  const { user, askedFor } = await openConsole('/me', 'support', {
    getMe: { ...neha('support'), sessions: [...neha('support').sessions, other] },
    doAct: { done: true, changed: true },
  })
  await user.click(await screen.findByRole('button', { name: 'End it' }))
  expect(askedFor('doAct')).toEqual([{ name: 'staff.end-own-session', input: { openedOn: other.openedOn } }])
})

test('single keys can be switched off', async () => {
  const { user } = await openConsole('/me', 'support')
  await user.click(await screen.findByRole('checkbox', { name: 'Single keys work outside fields' }))
  await user.keyboard('gh')
  expect(window.location.pathname).toBe('/me')
  await user.click(screen.getByRole('checkbox', { name: 'Single keys work outside fields' }))
  await user.keyboard('gh')
  expect(window.location.pathname).toBe('/')
})

test('the language is chosen here, changes every text at once, and is marked while nobody has signed it', async () => {
  const { user } = await openConsole('/me', 'support')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'हिन्दी')
  expect(await screen.findByRole('heading', { name: 'आपके सत्र और सेटिंग' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'एजेंट' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('hi')
  expect(document.cookie).toContain('language=hi')
  await user.selectOptions(screen.getByRole('combobox', { name: 'भाषा' }), 'English')
  expect(await screen.findByRole('heading', { name: 'Your sessions and settings' })).toBeTruthy()
})
