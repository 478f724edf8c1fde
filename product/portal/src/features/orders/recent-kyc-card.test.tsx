import type { Order } from '@ekyc/contract/shapes'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { eachTestsNetwork, renderScreen, signedInAgent } from '../../testing/portal.tsx'
import { RecentKycCard } from './order-list.tsx'
import { listedOrder } from '../../testing/orders.ts'

const order = (number: number, status: Order['status'] = 'KYC_SUCCESS') =>
  listedOrder(`ord-${number}`, { status, dbsRefCode: `DBS1000${number}` })

const network = eachTestsNetwork()

test('[DSH-2] the latest three orders, and View all to the list', async () => {
  const orders = [order(1), order(2, 'KYC_FAILURE'), order(3), order(4), order(5)]
  network.answer('listOrders', { orders, totalPages: 2, totalItems: 7, currentPage: 1 })
  signedInAgent()
  renderScreen(<RecentKycCard />)
  const items = within(await screen.findByRole('list')).getAllByRole('listitem')
  expect(items.map(item => within(item).getByText(/^DBS/).textContent)).toEqual([
    'DBS10001',
    'DBS10002',
    'DBS10003',
  ])
  for (const item of items) expect(within(item).getByText('Ref ID')).toBeTruthy()
  expect(items.map(item => within(item).getByText(/Success|Failed/).textContent)).toEqual([
    'Success',
    'Failed',
    'Success',
  ])
  expect(screen.getByRole('link', { name: 'DBS10001' }).getAttribute('href')).toBe('/kyc-order#ord-1')
  expect(screen.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe('/kyc-list')
})

test('[DSH-2] an agent who may not open the list gets no link to it', async () => {
  network.answer('listOrders', { orders: [], totalPages: 0, totalItems: 0, currentPage: 1 })
  signedInAgent({ allPrevielages: ['VIEW_APP_DASHBOARD'] })
  renderScreen(<RecentKycCard />)
  expect(await screen.findByText('No Kyc Data Available')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'View all' })).toBeNull()
})
