import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { setConnected } from '../api/connection.ts'
import { closePortal, openPortal, signedInAgent, wait } from '../testing/portal.tsx'
import { cutConnection, fakeNetwork, type FakeNetwork } from '../testing/fake-network.ts'

let network: FakeNetwork
beforeEach(() => {
  network = fakeNetwork()
  signedInAgent()
})
afterEach(() => {
  closePortal()
  setConnected(true)
})

const banner = () => screen.queryByText('You are offline.')

test('[API-14] a call that finds no network raises the banner, which says what still works', async () => {
  network.answer('listOrders', cutConnection)
  network.serverIsUp(false)
  await openPortal('/kyc-list')
  expect(await screen.findByText('You are offline.')).toBeDefined()
  expect(screen.getByText(/scanner still works/)).toBeDefined()
})

test('the banner hides by itself once the server is reachable, and failed queries are refetched', async () => {
  network.answer('listOrders', cutConnection)
  network.serverIsUp(false)
  await openPortal('/kyc-list')
  await wait(4000)
  await screen.findByText('Failed to fetch')
  expect(banner()).not.toBeNull()

  network.answer('listOrders', { orders: [], totalPages: 0, totalItems: 0, currentPage: 1 })
  network.serverIsUp(true)
  await wait(4000)

  expect(banner()).toBeNull()
  expect(await screen.findByText('No Kyc Data Available')).toBeDefined()
})

test('the banner appears as soon as the browser is offline, and hides when it is online', async () => {
  network.serverIsUp(false)
  await openPortal('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  await wait(100)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(await screen.findByText('You are offline.')).toBeDefined()
  network.serverIsUp(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await wait(0)
  expect(banner()).toBeNull()
})

test('no banner appears in an offline browser that still reaches the server', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await openPortal('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  await wait(100)
  act(() => void window.dispatchEvent(new Event('offline')))
  await wait(100)
  expect(banner()).toBeNull()
})
