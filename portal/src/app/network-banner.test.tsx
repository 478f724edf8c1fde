import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { setLine } from '../api/line.ts'
import { closePortal, openPortal, signedInAgent, wait } from '../testing/portal.tsx'
import { stubServer } from '../testing/stub-server.ts'

let server = stubServer()
beforeEach(() => {
  server = stubServer()
  signedInAgent()
})
afterEach(() => {
  closePortal()
  setLine(true)
  vi.restoreAllMocks()
})

function serverLives(): void {
  const calls = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url === '/health/live' ? new Response('') : calls(url, init),
  )
}

const banner = () => screen.queryByText('The network is gone')

test('[API-14] a call that finds no network raises the banner, which says what still works', async () => {
  server.answers.listOrders = new TypeError('Failed to fetch')
  await openPortal('/kyc-list')
  expect(await screen.findByText('The network is gone')).toBeDefined()
  expect(screen.getByText(/the scanner still works/)).toBeDefined()
})

test('the banner leaves by itself once the server is reached again, and what failed is read again', async () => {
  server.answers.listOrders = new TypeError('Failed to fetch')
  await openPortal('/kyc-list')
  await screen.findByText('Failed to fetch')
  await wait(4000)
  expect(banner()).not.toBeNull()

  server.answers.listOrders = { orders: [], totalPages: 0, totalItems: 0, currentPage: 1 }
  serverLives()
  await wait(4000)

  expect(banner()).toBeNull()
  expect(await screen.findByText('No Kyc Data Available')).toBeDefined()
})

test('a browser that knows it has no network says so at once, and no more when it has', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get')
  await openPortal('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  expect(banner()).toBeNull()
  online.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(banner()).not.toBeNull()
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(banner()).toBeNull()
})
