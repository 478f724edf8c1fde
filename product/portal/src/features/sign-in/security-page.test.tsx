import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeNetwork, httpError, neverAnswered, refusal } from '../../testing/fake-network.ts'
import { eachTestsNetwork, closePortal, openPortal, signedInAgent } from '../../testing/portal.tsx'
import { asha, thisSession } from '../../testing/usual-answers.ts'

const passkeys = [
  {
    id: 'passkey-1',
    name: 'Chrome on Windows',
    createdOn: '2026-11-19T04:30:00.000Z',
    lastUsedOn: '2026-11-20T04:30:00.000Z',
  },
  { id: 'passkey-2', name: 'Safari on iOS', createdOn: '2026-11-20T04:30:00.000Z', lastUsedOn: null },
]
const phone = { ...thisSession, id: 'session-2', browser: 'Chrome', os: 'Android', isCurrent: false }
const unknown = { ...thisSession, id: 'session-3', browser: '', os: '', isCurrent: false }
const sessions = [thisSession, phone, unknown]

const network = eachTestsNetwork(() => {
  network.answer('getSecurity', { passkeys, sessions })
  network.answer('removePasskey', {})
  network.answer('endSession', {})
  network.answer('endOtherSessions', { ended: 2 })
  signedInAgent()
})

const passkeysCard = async () => within(await screen.findByRole('region', { name: 'Passkeys' }))
const sessionsCard = async () =>
  within(await screen.findByRole('region', { name: 'Where you are logged in' }))
const rows = (card: Awaited<ReturnType<typeof passkeysCard>>) =>
  card.getAllByRole('listitem').map(row => row.textContent)

test('the page lists passkeys and sessions with their times in India, and marks this session', async () => {
  await openPortal('/security')
  expect(rows(await passkeysCard())).toEqual([
    'Chrome on WindowsAdded: 19-11-2026 10:00:00 Last used: 20-11-2026 10:00:00 Remove Chrome on Windows',
    'Safari on iOSAdded: 20-11-2026 10:00:00 Never used Remove Safari on iOS',
  ])
  expect(rows(await sessionsCard())).toEqual([
    'Chrome on WindowsThis deviceLogged in: 21-11-2026 10:00:00 Last seen: 21-11-2026 11:30:00 ',
    'Chrome on AndroidLogged in: 21-11-2026 10:00:00 Last seen: 21-11-2026 11:30:00 Remove Chrome on Android',
    'Unknown deviceLogged in: 21-11-2026 10:00:00 Last seen: 21-11-2026 11:30:00 Remove Unknown device',
  ])
})

test('without a passkey the page says what one is', async () => {
  vi.stubGlobal('PublicKeyCredential', vi.fn())
  network.answer('getSecurity', { passkeys: [], sessions: [thisSession] })
  await openPortal('/security')
  expect(
    (await passkeysCard()).getByText(/You have no passkey yet. With one, a device logs in by fingerprint/),
  ).toBeDefined()
  const card = await sessionsCard()
  expect(card.queryByRole('button')).toBeNull()
})

test('a passkey is removed after a question; the list says so, and has the focus', async () => {
  const { user } = await openPortal('/security')
  const card = await passkeysCard()
  await user.click(card.getByRole('button', { name: 'Remove Safari on iOS' }))
  const dialog = screen.getByRole('dialog', { name: 'Remove this passkey?' })
  expect(dialog.textContent).toContain('The device “Safari on iOS” can then no longer log in with it.')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(network.sent('removePasskey')).toEqual([])

  await user.click(card.getByRole('button', { name: 'Remove Safari on iOS' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect((await card.findByRole('status')).textContent).toContain('Passkey removed.')
  expect(rows(card)).toEqual([expect.stringContaining('Chrome on Windows')])
  expect(network.sent('removePasskey')).toMatchObject([{ username: asha.mobile, id: 'passkey-2' }])
  await waitFor(() => expect(document.activeElement).toBe(card.getByRole('group')))
})

test('another session is ended in one press; the list says so, and has the focus', async () => {
  const { user } = await openPortal('/security')
  const card = await sessionsCard()
  await user.click(card.getByRole('button', { name: 'Remove Chrome on Android' }))
  expect((await card.findByRole('status')).textContent).toBe('Logged out: Chrome on Android.')
  expect(network.sent('endSession')).toMatchObject([{ username: asha.mobile, id: 'session-2' }])
  expect(card.getAllByRole('listitem')).toHaveLength(2)
  await waitFor(() => expect(document.activeElement).toBe(card.getByRole('group')))
})

test('every other session is ended in one press, which says how many', async () => {
  const { user } = await openPortal('/security')
  const card = await sessionsCard()
  await user.click(card.getByRole('button', { name: 'Log out everywhere else' }))
  expect((await card.findByRole('status')).textContent).toBe(
    'You are logged in on this device only. Sessions ended: 2.',
  )
  expect(network.sent('endOtherSessions')).toMatchObject([{ username: asha.mobile }])
  expect(card.getAllByRole('listitem')).toHaveLength(1)
  expect(card.queryByRole('button')).toBeNull()
})

test.each([
  ['a session', 'Remove Chrome on Android', 'endSession'],
  ['every other session', 'Log out everywhere else', 'endOtherSessions'],
] as const)('%s that could not be ended stays in the list with the reason', async (_what, name, call) => {
  network.answer(call, httpError(503, 'The service is busy'))
  const { user } = await openPortal('/security')
  const card = await sessionsCard()
  const button = card.getByRole('button', { name })
  await user.click(button)
  expect((await card.findByRole('alert')).textContent).toBe('The service is busy')
  expect(card.getAllByRole('listitem')).toHaveLength(3)
  expect(document.activeElement).toBe(button)
})

test('a passkey that could not be removed stays in the list with the reason', async () => {
  network.answer('removePasskey', refusal('Not now'))
  const { user } = await openPortal('/security')
  const card = await passkeysCard()
  await user.click(card.getByRole('button', { name: 'Remove Safari on iOS' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect((await card.findByRole('alert')).textContent).toBe('Not now')
  expect(card.getAllByRole('listitem')).toHaveLength(2)
})

test('the page says that it loads, and a list that cannot be read is asked for again', async () => {
  network.answer('getSecurity', () => neverAnswered())
  await openPortal('/security')
  expect(await screen.findByText('Loading...')).toBeDefined()
  closePortal()

  Object.assign(network, fakeNetwork())
  network.answer('getSecurity', httpError(503, 'The service is busy'), { passkeys, sessions })
  signedInAgent()
  const { user } = await openPortal('/security')
  await screen.findByText('The service is busy')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(rows(await sessionsCard())).toHaveLength(3)
})

test('an agent who may set a password is led there; another is not', async () => {
  await openPortal('/security')
  const card = await sessionsCard()
  expect(card.getByRole('link', { name: 'Change password' }).getAttribute('href')).toBe('/change-password')
  closePortal()

  Object.assign(network, fakeNetwork())
  signedInAgent({ allPrevielages: [] })
  await openPortal('/security')
  expect((await sessionsCard()).queryByRole('link')).toBeNull()
})
