import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { eachTestsNetwork, openPortal, signedInAgent, wait } from '../testing/portal.tsx'
import { cutConnection } from '../testing/fake-network.ts'

const network = eachTestsNetwork(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  signedInAgent()
})
const banner = () => screen.queryByText('You are offline.')

test('[API-14] a call that finds no network raises a banner, which says what still works and hides by itself once the server is reachable; failed queries are refetched', async () => {
  network.answer('listOrders', cutConnection)
  network.serverIsUp(false)
  await openPortal('/kyc-list')
  // Until the page has loaded, which takes real time, no passing of the test's clock makes its call fail.
  await waitFor(() => expect(network.sent('listOrders')).not.toEqual([]))
  await wait(4000)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getByText(/scanner still works/)).toBeDefined()
  await screen.findByText('This is shown as soon as the server answers.')
  expect(banner()).not.toBeNull()

  network.answer('listOrders', { orders: [], totalPages: 0, totalItems: 0, currentPage: 1 })
  network.serverIsUp(true)
  await wait(4000)

  expect(banner()).toBeNull()
  expect(await screen.findByText('No Kyc Data Available')).toBeDefined()
})

test('a lost server greys the last values, and one notice tells of it for the whole page', async () => {
  const { user } = await openPortal('/dashboard')
  const counts = await screen.findByRole('group', { name: 'Your last 12 months' })
  await user.click(screen.getByRole('link', { name: 'View all' }))
  await screen.findByRole('heading', { name: 'KYC List' })
  for (const name of ['getStatistics', 'listOrders', 'getOutages'] as const)
    network.answer(name, cutConnection)
  network.serverIsUp(false)
  await wait(31_000)
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await wait(4000)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(counts.isConnected).toBe(false)
  expect(screen.getByRole('group', { name: 'Your last 12 months' }).textContent).toBe(counts.textContent)
  expect(screen.getByRole('group', { name: 'Your last 12 months' }).className).toContain('waiting')
})

test('a connected computer says that the bank’s server is away', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  network.answer('listOrders', cutConnection)
  network.serverIsUp(false)
  await openPortal('/kyc-list')
  expect(await screen.findByText(/bank’s server cannot be reached/)).toBeDefined()
  expect(banner()).toBeNull()
})
