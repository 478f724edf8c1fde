import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { screen, within } from '@testing-library/react'
import { focusManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'

import { useSession } from '../../session/session.ts'
import { openConsole, wait } from '../../testing/console.tsx'
import { alert, asha } from '../../testing/samples.ts'

afterEach(() => focusManager.setFocused(undefined))

const at = '2026-11-26T04:00:00.000Z'
const nothing: AnswerOf<'getOverview'> = {
  proposals: [],
  exceptions: [],
  alerts: [],
  givenUp: { count: 0, lastOn: null },
  failing: [],
  day: {
    date: '2026-11-26',
    today: [
      { hour: 8, orders: 40, verified: 32 },
      { hour: 10, orders: 60, verified: 50 },
    ],
    weekAgo: [{ hour: 9, orders: 80, verified: 72 }],
  },
}
const waits: AnswerOf<'getOverview'> = {
  ...nothing,
  proposals: [
    {
      number: 7,
      act: 'agent.change-mobile',
      state: 'open',
      maker: { name: 'Kavita Joshi' },
      reason: '',
      madeOn: at,
      expiresOn: '2026-11-28T04:30:00.000Z',
      agent: { ...asha, mobile: 'XXXXXX0001' },
      touches: 1,
      approvals: 0,
      quorum: 1,
    },
  ],
  exceptions: [
    {
      order: '01890000-0000-7000-8000-000000000002',
      reference: 'DBS20777',
      agent: asha,
      dueBy: '2026-11-25T04:30:00.000Z',
      isOverdue: true,
    },
  ],
  alerts: [alert],
  givenUp: { count: 2, lastOn: at },
  failing: [{ service: 'bank', since: '2026-11-26T04:10:00.000Z' }],
}
const card = (name: string) => within(screen.getByRole('region', { name }))
const addressOf = (link: HTMLElement) => link.getAttribute('href')

test('what waits stands on Overview, and each has a way to its page and its list', async () => {
  await openConsole('/', 'supervisor', { getOverview: waits })
  expect(
    (await screen.findByText("The bank's system has failed since 09:40.")).closest('[role=alert]'),
  ).toBeTruthy()
  const ways: [card: string, entry: string, page: string, list: string][] = [
    ['Exceptions', 'DBS20777', '/exceptions/01890000-0000-7000-8000-000000000002', '/exceptions'],
    ['Alerts', 'Customers at night', `/agents/${asha.id}`, '/alerts'],
    ['Proposals', 'Another mobile number', '/proposals/7', '/proposals'],
    ['Messages given up', '2 could not be delivered', '/outbox?state=dead', '/outbox?state=dead'],
  ]
  for (const [title, entry, page, list] of ways) {
    expect(addressOf(card(title).getByRole('link', { name: entry }))).toBe(page)
    expect(addressOf(card(title).getByRole('link', { name: /^All/ }))).toBe(list)
  }
  expect(card('Exceptions').getByText('overdue')).toBeTruthy()
})

test('where nothing waits, each list says so, and a viewer has the list of alerts alone', async () => {
  await openConsole('/', 'viewer', { getOverview: nothing })
  await screen.findByRole('region', { name: 'Alerts' })
  expect(card('Alerts').getByText('Nothing waits.')).toBeTruthy()
  for (const name of ['Exceptions', 'Proposals', 'Messages given up'])
    expect(screen.queryByRole('region', { name })).toBeNull()
})

test('the day so far stands beside the same weekday, in all and by the hour', async () => {
  await openConsole('/', 'viewer', { getOverview: nothing })
  const orders = await screen.findByRole('link', { name: 'Orders 100' })
  expect(addressOf(orders)).toBe('/orders?day=2026-11-26')
  expect(card('Today so far').getByText('Orders 80')).toBeTruthy()
  expect(card('Today so far').getByText('82.0%')).toBeTruthy()
  const rows = card('Today so far').getAllByRole<HTMLTableRowElement>('row').slice(1)
  expect(rows.map(row => [...row.cells].map(cell => cell.textContent))).toEqual([
    ['08:00', '40', '32', '0'],
    ['09:00', '0', '0', '80'],
    ['10:00', '60', '50', '0'],
  ])
})

test('Overview reads again every 15 s while it is looked at, and keeps no session open by that', async () => {
  const { askedFor } = await openConsole('/', 'viewer', { getOverview: nothing })
  await screen.findByRole('region', { name: 'Alerts' })
  const { heardAt } = useSession.getState()
  const reads = askedFor('getOverview').length
  await wait(15_000)
  expect(askedFor('getOverview')).toHaveLength(reads + 1)
  expect(useSession.getState().heardAt).toBe(heardAt)
  focusManager.setFocused(false)
  await wait(60_000)
  expect(askedFor('getOverview')).toHaveLength(reads + 1)
})
