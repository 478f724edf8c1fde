import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { openConsole } from '../../testing/console.tsx'
import { order, orderRow as row } from '../../testing/samples.ts'

const { agent } = order

test('the list asks for what its address names, and leads to orders and agents', async () => {
  const { askedFor } = await openConsole('/orders?reference=DBS10001&status=KYC_FAILURE', 'support', {
    listOrders: { rows: [row] },
  })
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link('DBS10001')).toBe(`/orders/${row.id}`)
  expect(await link('Asha Verma')).toBe(`/agents/${agent.id}`)
  expect(within(screen.getByRole('table')).getByText('Not verified')).toBeTruthy()
  expect(askedFor('listOrders').at(-1)).toEqual({ reference: 'DBS10001', status: 'KYC_FAILURE' })
})

test('without a name the orders of today are shown, until something else is named', async () => {
  vi.setSystemTime('2026-11-24T20:00:00.000Z')
  const { askedFor } = await openConsole('/orders?status=INIT', 'support', { listOrders: { rows: [row] } })
  await screen.findByRole('link', { name: 'DBS10001' })
  expect(askedFor('listOrders').at(-1)).toEqual({ day: '2026-11-25', status: 'INIT' })
  expect(screen.queryByRole('button', { name: 'Remove the filter Day' })).toBeNull()
  const named = await openConsole('/orders?model=MFS110', 'support', { listOrders: { rows: [row] } })
  await screen.findByRole('link', { name: 'DBS10001' })
  expect(named.askedFor('listOrders').at(-1)).toEqual({ model: 'MFS110' })
  vi.useRealTimers()
})

test.each([
  { answer: { rows: [] }, says: 'No order matches.' },
  {
    answer: { rows: [], next: 'k', lookedUntil: '2026-11-20T08:33:00.000Z' },
    says: 'looked through until 20 Nov, 14:03:00',
  },
])('the list says: $says', async ({ answer, says }) => {
  await openConsole('/orders?reference=DBS10001', 'support', { listOrders: answer })
  expect(await screen.findByText(says)).toBeTruthy()
})

test('an order tells its verdict, its way, who and with what, and the others of its reference', async () => {
  await openConsole(`/orders/${row.id}`, 'support', { getOrder: order })
  expect(await screen.findByText(/^Say to the agent: .*use another finger/)).toBeTruthy()
  expect(screen.getByText(/^The scan does not match the fingerprints/)).toBeTruthy()
  for (const told of [
    'Finger captured',
    '2.34 s',
    'MFS110, 1.4.0',
    'version 3, hi',
    '.120',
    'code 300',
    'tries: 2 · the bank answered 503',
    'Mantra',
    '1 of 5',
    'not kept here; the bank knows',
    'UKC:0123',
  ])
    expect(screen.getByText(told)).toBeTruthy()
  // The agent's computer knows the second alone.
  const timeOf = (step: string) => screen.getByText(step).closest('li')?.querySelector('time')?.textContent
  expect(timeOf('Finger captured')).toBe('09:00:20')
  expect(screen.getByRole('link', { name: 'abababab' }).getAttribute('href')).toBe(
    `/devices/units/${'ab'.repeat(16)}`,
  )
  expect(screen.getByRole('table', { name: 'Orders, newest first' })).toBeTruthy()
})

test('a step leads those who may read the trail to its row, and tells others its place', async () => {
  await openConsole(`/orders/${row.id}`, 'support', { getOrder: order })
  expect((await screen.findByText('audit row 4711')).closest('a')).toBeNull()
  await openConsole(`/orders/${row.id}`, 'auditor', { getOrder: order })
  const link = await screen.findByRole('link', { name: 'audit row 4711' })
  expect(link.getAttribute('href')).toBe('/audit/rows/4711')
})

test('an order whose agent and device are unknown says so', async () => {
  await openConsole(`/orders/${row.id}`, 'support', {
    getOrder: { ...order, agent: { ...agent, name: null }, device: null },
  })
  expect(await screen.findByRole('link', { name: 'erased' })).toBeTruthy()
  expect(screen.getByText('none known')).toBeTruthy()
})
