import type { Order } from '@ekyc/contract/shapes'
import { screen, waitFor, within } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { expect, test } from 'vitest'

import { httpError, neverAnswered } from '../../testing/fake-network.ts'
import { eachTestsNetwork, renderScreen, signedInAgent } from '../../testing/portal.tsx'
import { KycListPage } from './kyc-list-page.tsx'
import { listedOrder } from '../../testing/orders.ts'

const order = (id: string, status: Order['status'], dbsRefCode: string) =>
  listedOrder(id, { status, dbsRefCode })
const onePage = {
  orders: [
    order('ord-1', 'KYC_SUCCESS', 'DBS10001'),
    order('ord-2', 'KYC_FAILURE', 'DBS20001'),
    order('ord-3', 'INIT', 'DBS10002'),
  ],
  totalPages: 9,
  totalItems: 45,
  currentPage: 1,
}

const network = eachTestsNetwork(() => {
  network.answer('listOrders', onePage)
  signedInAgent()
})

function openList(query = ''): void {
  window.history.replaceState(null, '', `/kyc-list${query}`)
  renderScreen(<KycListPage />)
}

const button = (name: string) => screen.getByRole('button', { name })
const shownReferences = () =>
  within(screen.getByRole('list', { name: 'Orders' }))
    .getAllByRole('listitem')
    .map(item => within(item).getByText(/^DBS/).textContent)
const references = () => waitFor(shownReferences)
const lastAsked = () => network.sent('listOrders').at(-1)

test('[LST-1] [LST-2] each order shows Ref ID and the time in India; INIT orders are hidden', async () => {
  openList()
  expect(await references()).toEqual(['DBS10001', 'DBS20001'])
  expect(screen.getAllByText('Ref ID')).toHaveLength(2)
  expect(screen.getAllByText('21-11-2026 01:45:07')).toHaveLength(2)
})

test('each reference leads to the page of its order', async () => {
  openList()
  await references()
  expect(screen.getByRole('link', { name: 'DBS20001' }).getAttribute('href')).toBe('/kyc-order#ord-2')
})

test('[LST-5] the pager offers five pages, and the page is in the address bar', async () => {
  openList('?page=4')
  await references()
  const pages = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('button')
  expect(pages.map(page => page.textContent)).toEqual(['', '2', '3', '4', '5', '6', ''])
  expect(button('Page 4').getAttribute('aria-current')).toBe('page')

  await user.click(button('Next page'))
  expect(window.location.search).toBe('?page=5')
  await waitFor(() => expect(lastAsked()).toMatchObject({ pageNo: 5 }))
  expect(document.activeElement).toBe(button('Next page'))
  expect(screen.getByText('Page 5 of 9', { selector: 'output, output *, [role=status] *' })).toBeTruthy()
  window.history.back()
  await waitFor(() => expect(button('Page 4').getAttribute('aria-current')).toBe('page'))
})

test('[LST-3] an empty search says what to do', async () => {
  openList()
  await user.click(button('Search'))
  expect(await screen.findByText('Please enter a reference Id!')).toBeTruthy()
})

const search = async (id: string) => {
  await user.clear(screen.getByLabelText('Search by reference id'))
  await user.type(screen.getByLabelText('Search by reference id'), `${id}{Enter}`)
}
const chips = () =>
  within(screen.getByRole('group', { name: 'Shown now' }))
    .queryAllByRole('listitem')
    .map(chip => chip.textContent)

test('[LST-3] search finds the whole id on the loaded page, whatever its case, and asks no server', async () => {
  openList()
  await references()
  const asked = network.requests.length
  await search('dbs20001')
  expect(await references()).toEqual(['DBS20001'])
  expect(chips()).toEqual(['“dbs20001” on this page'])
  expect(network.requests).toHaveLength(asked)
  expect(window.location.href).not.toMatch(/dbs20001/i)

  await user.click(button('Remove “dbs20001” on this page'))
  expect(await references()).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Shown now' }))
})

test('[LST-3] an id that is not on the page is sought among all orders, and stays out of the address bar', async () => {
  network.answer('findOrders', { orders: [order('ord-9', 'KYC_FAILURE', 'DBS90009')], after: null })
  openList('?status=KYC_FAILURE&from=2026-09-01')
  await references()
  await search('dbs90009')
  expect(await references()).toEqual(['DBS90009'])
  expect(network.sent('findOrders').at(-1)).toMatchObject({
    username: '9000000001',
    query: 'dbs90009',
    status: 'KYC_FAILURE',
    from: '2026-09-01',
    to: '',
  })
  expect(chips()).toEqual(['“dbs90009” in all orders', 'Failed', 'From 01-09-2026'])
  expect(screen.getByText('Orders: 1')).toBeTruthy()
  expect(window.location.href).not.toMatch(/dbs90009/i)
})

test('[LST-3] where the page has the id, all orders are searched when the agent asks for it', async () => {
  network.answer('findOrders', {
    orders: [order('ord-1', 'KYC_SUCCESS', 'DBS10001'), order('ord-8', 'KYC_FAILURE', 'DBS10001')],
    after: null,
  })
  openList()
  await references()
  await search('DBS10001')
  expect(await references()).toEqual(['DBS10001'])
  await user.click(button('Search all orders'))
  await waitFor(() => expect(shownReferences()).toEqual(['DBS10001', 'DBS10001']))
})

test('[LST-3] an id of the page before, which is still shown while the next one loads, is sought among all orders', async () => {
  network.answer('listOrders', onePage, neverAnswered)
  network.answer('findOrders', { orders: [onePage.orders[1]], after: null })
  openList()
  await references()
  await user.click(button('Page 2'))
  await search('DBS20001')
  expect(await references()).toEqual(['DBS20001'])
  expect(chips()).toEqual(['“DBS20001” in all orders'])
  expect(screen.getByText('Orders: 1')).toBeTruthy()
})

test('[LST-6] a search that finds nothing says so and offers to clear all', async () => {
  openList('?status=KYC_FAILURE')
  await references()
  await search('DBS2')
  expect(await screen.findByText('No Kyc Data Available')).toBeTruthy()
  await user.click(button('Clear all'))
  expect(await references()).toHaveLength(2)
  expect(chips()).toEqual([])
  expect(window.location.search).toBe('')
})

test('[LST-4] setting the status back to Select shows an error', async () => {
  openList()
  await user.click(screen.getByText('Filter'))
  await user.selectOptions(screen.getByLabelText('Status'), 'Success')
  await user.selectOptions(screen.getByLabelText('Status'), 'Select')
  expect(await screen.findByText('Please selecte a status')).toBeTruthy()
  await user.click(button('Apply'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Status')))
})

test('[LST-4] [LST-8] a status filters the loaded page and asks the server for all pages; Clear resets all', async () => {
  openList('?page=2')
  await user.click(await screen.findByText('Filter'))
  await user.selectOptions(screen.getByLabelText('Status'), 'Failed')
  await user.click(button('Apply'))
  await waitFor(() => expect(window.location.search).toBe('?status=KYC_FAILURE'))
  expect(document.activeElement?.tagName).toBe('SUMMARY')
  expect(await references()).toEqual(['DBS20001'])
  await waitFor(() => expect(lastAsked()).toMatchObject({ status: 'KYC_FAILURE', pageNo: 1 }))
  expect(chips()).toEqual(['Failed'])

  await user.click(screen.getByText('Filters (1)'))
  await user.click(button('Clear'))
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(await references()).toHaveLength(2)
  expect(screen.getByLabelText<HTMLSelectElement>('Status').value).toBe('')
})

test('[LST-4] [LST-8] dates go to the server and into the address bar; a wrong order of dates is refused', async () => {
  openList()
  await user.click(screen.getByText('Filter'))
  await user.type(screen.getByLabelText('From date'), '2026-10-31')
  await user.type(screen.getByLabelText('To date'), '2026-10-01')
  await user.click(button('Apply'))
  expect(await screen.findByText('The from date must not be after the to date.')).toBeTruthy()

  await user.clear(screen.getByLabelText('From date'))
  await user.type(screen.getByLabelText('From date'), '2026-09-01')
  await user.click(button('Apply'))
  await waitFor(() => expect(lastAsked()).toMatchObject({ from: '2026-09-01', to: '2026-10-01', pageNo: 1 }))
  expect(window.location.search).toBe('?from=2026-09-01&to=2026-10-01')
})

test('[LST-6] Loading... is shown until the orders arrive', () => {
  network.answer('listOrders', neverAnswered)
  openList()
  expect(screen.getByText('Loading...')).toBeTruthy()
})

test('[LST-6] No Kyc Data Available is shown when there are no orders', async () => {
  network.answer('listOrders', { orders: [], totalPages: 0, totalItems: 0, currentPage: 1 })
  openList()
  expect(await screen.findByText('No Kyc Data Available')).toBeTruthy()
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('[API-14] after Try again the focus is at the list, whose arrival is announced', async () => {
  network.answer('listOrders', httpError(503, 'The service is busy.'), httpError(503, 'Busy still.'), onePage)
  openList()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Busy still.')).toBeTruthy()
  expect(document.activeElement).toBe(button('Try again'))
  await user.click(button('Try again'))
  await references()
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Orders' }))
  expect(screen.getByText('Orders loaded.', { selector: 'output *' })).toBeTruthy()
})

test('[LST-7] Home goes to the dashboard', async () => {
  openList()
  await user.click(screen.getByRole('link', { name: 'Home' }))
  expect(window.location.pathname).toBe('/dashboard')
})
