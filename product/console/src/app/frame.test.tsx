import { setConnected } from '@ekyc/ui/browser/connection.ts'
import { staffRoles } from '@ekyc/contract/console/acts'
import { testTime } from '@ekyc/ui/testing/test-time.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { switchKeys } from '../parts/keys.ts'
import { useSession } from '../session/session.ts'
import { byOne, FakeRefusal, neha, openConsole, wait } from '../testing/console.tsx'

afterEach(() => {
  localStorage.clear()
  switchKeys(true)
})

const found = {
  form: 'words' as const,
  kinds: [
    {
      kind: 'agent' as const,
      results: [
        { id: 'a-1', title: 'Kavita Naik', about: 'Margao, XXXXXX9065' },
        { id: 'a-2', title: 'Kavita Joshi', about: 'Nashik Road, XXXXXX1101' },
      ],
      hasMore: true,
    },
  ],
  unfinished: ['model' as const],
}
const empty = { rows: [] }
const navigation = () => within(screen.getByRole('navigation', { name: 'Console' }))

test('somebody without a session comes to the sign-in, which knows the way back', async () => {
  await openConsole('/agents?status=locked', 'nobody', {
    getMe: () => {
      throw new FakeRefusal(401, 'not_signed_in')
    },
  })
  await waitFor(() => expect(location.pathname).toBe('/sign-in'))
  expect(new URLSearchParams(location.search).get('to')).toBe('/agents?status=locked')
})

test.each([
  [['viewer'], 'Overview Agents Orders Devices Alerts'],
  [['support'], 'Overview Agents Orders Devices Proposals Exceptions Alerts Outbox'],
  [staffRoles, 'Overview Agents Orders Devices Proposals Exceptions Alerts Outbox Audit Staff'],
] as const)('the navigation has the pages of the roles %j alone', async (roles, pages) => {
  await openConsole('/', roles)
  await screen.findByRole('heading', { name: 'Overview' })
  const names = navigation()
    .getAllByRole('link')
    .map(link => link.textContent)
  expect(names).toEqual(pages.split(' '))
})

test('the navigation counts what waits, and the menu of a phone says how much that is', async () => {
  await openConsole('/', 'supervisor')
  await screen.findByRole('heading', { name: 'Overview' })
  act(() => useSession.setState({ counters: { proposals: 2, exceptions: 3, alerts: 1 } }))
  for (const name of [/^Proposals ?2 waiting$/, /^Exceptions ?3 waiting$/, /^Alerts ?1 waiting$/])
    expect(navigation().getByRole('link', { name })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Menu, 6 waiting' })).toBeTruthy()
})

test.each([
  ['/staff', 'Security.'],
  ['/audit/rows/4711', 'Auditor, Security.'],
  ['/proposals/7', 'Support, Supervisor, Auditor, Security.'],
])('%s of another role asks nothing and names the roles that may open it', async (address, roles) => {
  const { askedFor } = await openConsole(address, 'viewer')
  await screen.findByRole('heading', { level: 1, name: 'This page is not for your role' })
  expect(screen.getByText(`It is open to these roles: ${roles}`)).toBeTruthy()
  expect(screen.getByText(/Your roles are Viewer\./)).toBeTruthy()
  expect([...askedFor('listStaff'), ...askedFor('getAuditRow'), ...askedFor('getProposal')]).toEqual([])
})

test('an address without a page says so', async () => {
  await openConsole('/nothing', 'viewer')
  expect(await screen.findByRole('heading', { name: 'There is no such page' })).toBeTruthy()
})

test('the search tells a status, a state and an act in words', async () => {
  const one = (kind: 'order' | 'proposal', title: string, about: string) => ({
    kind,
    results: [{ id: '1', title, about }],
    hasMore: false,
  })
  const kinds = [one('order', 'DBS10001', 'KYC_FAILURE, Asha Verma'), one('proposal', 'agent.add', 'open')]
  const { user } = await openConsole('/', 'supervisor', { search: { form: 'words', kinds, unfinished: [] } })
  await user.type(await screen.findByRole('combobox'), 'asha')
  await wait(250)
  expect(await screen.findByRole('option', { name: /DBS10001.*Failed, Asha Verma/ })).toBeTruthy()
  expect(screen.getByRole('option', { name: /Add an agent.*Open/ })).toBeTruthy()
})

test('the search opens a result by arrows and Enter, and names what was not finished', async () => {
  const { user, askedFor } = await openConsole('/', 'support', { search: found })
  const field = await screen.findByRole('combobox')
  await user.type(field, 'kavita')
  await wait(250)
  expect(await screen.findAllByRole('option')).toHaveLength(2)
  expect(screen.getByText(/There are more.*Not looked through to the end: Devices/)).toBeTruthy()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  const second = screen.getByRole('option', { name: /Kavita Joshi/ })
  expect(second.getAttribute('aria-selected')).toBe('true')
  expect(field.getAttribute('aria-activedescendant')).toBe(second.id)
  await user.keyboard('{Enter}')
  expect(location.pathname).toBe('/agents/a-2')
  expect(askedFor('search')).toEqual([{ text: 'kavita' }])
})

test('a whole mobile that finds one agent opens it at once, and never stands in an address', async () => {
  const one = [{ id: 'a-1', title: 'Kavita Naik', about: '' }]
  const { user } = await openConsole('/', 'support', {
    search: {
      form: 'mobile',
      kinds: [{ kind: 'agent', results: one, hasMore: false }],
      unfinished: [],
    },
  })
  await user.type(await screen.findByRole('combobox'), '9876543210')
  await wait(250)
  await screen.findByRole('option')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(location.pathname + location.search).toBe('/')
  await user.keyboard('{Enter}')
  expect(location.pathname).toBe('/agents/a-1')
})

test('an Enter before the answer opens the list when there are two results', async () => {
  const { user } = await openConsole('/', 'support', { search: found })
  const field = await screen.findByRole('combobox')
  await user.type(field, 'kavita{Enter}')
  expect(await screen.findAllByRole('option')).toHaveLength(2)
  expect(location.pathname).toBe('/')
})

test('Escape closes the results, and the field keeps its text', async () => {
  const { user } = await openConsole('/', 'support', { search: found })
  const field = await screen.findByRole<HTMLInputElement>('combobox')
  await user.type(field, 'kavita')
  await wait(250)
  await screen.findAllByRole('option')
  await user.keyboard('{Escape}')
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect(field.value).toBe('kavita')
})

test('keys open pages and the list of keys, unless they are switched off or a field is typed in', async () => {
  const { user } = await openConsole('/', 'supervisor', { listAgents: empty, search: found })
  await screen.findByRole('heading', { name: 'Overview' })
  await user.keyboard('ga')
  await screen.findByRole('heading', { name: 'Agents' })
  await user.keyboard('?')
  const list = within(screen.getByRole('dialog', { name: 'Keys' }))
  expect(list.getByText('To Agents')).toBeTruthy()
  await user.click(list.getByRole('checkbox', { name: 'Single keys work outside fields' }))
  await user.click(list.getByRole('button', { name: 'Close' }))
  await user.keyboard('gh')
  expect(location.pathname).toBe('/agents')
  act(() => switchKeys(true))
  await user.click(screen.getByRole('combobox'))
  await user.keyboard('gh')
  expect(location.pathname).toBe('/agents')
})

test('the session’s end is told a minute before, and a press puts it off', async () => {
  const { user } = await openConsole('/', 'support')
  await screen.findByRole('heading', { name: 'Overview' })
  act(() => useSession.setState({ heardAt: testTime - 900_000 + 45_000 }))
  await user.click(await screen.findByRole('button', { name: 'Stay signed in' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull())
})

test('a session that ended leaves the page and what was typed, with which the same person goes on', async () => {
  let isIn = true
  const inSession = <Answer,>(answer: Answer) => {
    return () => {
      if (!isIn) throw new FakeRefusal(401, 'not_signed_in')
      return answer
    }
  }
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = await openConsole('/agents', 'supervisor', {
    getMe: inSession(neha('supervisor')),
    listAgents: empty,
    planAct: inSession(byOne.planAct),
  })
  await screen.findByText(/There are no agents yet/)
  await user.keyboard('a')
  const form = within(screen.getByRole('dialog', { name: 'Add agent' }))
  await user.type(form.getByRole('textbox', { name: 'Mobile' }), '9000012345')
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Zara Khan')
  isIn = false
  await user.click(form.getByRole('button', { name: 'Go on' }))
  const ended = () => screen.queryByRole('dialog', { name: 'Your session has ended' })
  await waitFor(() => expect(ended()).toBeTruthy())
  await user.click(screen.getByRole('button', { name: 'Sign in in a new tab' }))
  expect(open).toHaveBeenCalledWith('/sign-in', '_blank', 'noopener')
  isIn = true
  await user.click(screen.getByRole('button', { name: 'I have signed in' }))
  await waitFor(() => expect(ended()).toBeNull())
  await user.click(form.getByRole('button', { name: 'Try again' }))
  expect(await form.findByText('Zara Khan')).toBeTruthy()
})

test('another person than before begins with an empty page', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  await openConsole('/', 'support')
  await screen.findByRole('heading', { name: 'Overview' })
  const { signedInAs } = await import('../session/session.ts')
  act(() => signedInAs({ ...neha('support'), id: '4f1c09aa-0000-7000-8000-000000000002' }))
  expect(replace).toHaveBeenCalledWith('/')
})

test('a server that does not answer is told on the page, until it answers again', async () => {
  await openConsole('/', 'support')
  await screen.findByRole('heading', { name: 'Overview' })
  act(() => setConnected(false))
  expect(screen.getByText(/Nothing you press is sent or kept/)).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText(/Nothing you press/)).toBeNull())
})

test('four eyes that are switched off stand on every page', async () => {
  await openConsole('/', 'support', { getMe: { ...neha('support'), fourEyes: false } })
  expect(await screen.findByText(/Four eyes are switched off/)).toBeTruthy()
})
