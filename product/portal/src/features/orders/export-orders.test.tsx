import { screen } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { expect, test, vi } from 'vitest'

import { httpError } from '../../testing/fake-network.ts'
import { eachTestsNetwork, renderScreen, signedInAgent } from '../../testing/portal.tsx'
import { ExportOrders } from './export-orders.tsx'
import { noFilter } from './list-view.ts'
import { listedOrder } from '../../testing/orders.ts'

let saved: { name: string; file: Blob }[]
const network = eachTestsNetwork(() => {
  saved = []
  let file: Blob
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    file = blob as Blob
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file })
  })
  signedInAgent()
})

async function exportList(): Promise<void> {
  renderScreen(<ExportOrders filter={{ ...noFilter, status: 'KYC_SUCCESS' }} query="" />)
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
}

test('[LST-8] the file has every order of the filter, whichever answer it came in', async () => {
  network.answer(
    'findOrders',
    { orders: [listedOrder('ord-2'), listedOrder('ord-1')], after: 'ord-1' },
    { orders: [listedOrder('ord-0')], after: null },
  )
  await exportList()
  expect(await screen.findByText('Saved. Orders in the file: 3, which is all of them.')).toBeTruthy()
  expect(network.sent('findOrders').map(({ query, status, after }) => ({ query, status, after }))).toEqual([
    { query: '', status: 'KYC_SUCCESS', after: null },
    { query: '', status: 'KYC_SUCCESS', after: 'ord-1' },
  ])
  expect(saved[0]?.name).toMatch(/^kyc-list-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(await saved[0]?.file.text()).toBe(
    [
      '\ufeffRef ID,Date,Status,Message,Order,Transaction',
      ...['ord-2', 'ord-1', 'ord-0'].map(
        id => `DBS10001,21-11-2026 01:45:07,Success,Success,${id},UKC:${id}`,
      ),
      '',
    ].join('\r\n'),
  )
})

test.each([
  ['He said "no", twice', '"He said ""no"", twice"'],
  ['=1+1', "'=1+1"],
  ['\t=1+1', "'\t=1+1"],
  ['\r=1+1', `"'\r=1+1"`],
  ['two\rlines', '"two\rlines"'],
  ['two\nlines', '"two\nlines"'],
])('the text %j is the cell %j', async (tpsMsg, cell) => {
  network.answer('findOrders', { orders: [listedOrder('ord-1', { tpsMsg })], after: null })
  await exportList()
  await screen.findByText(/^Saved/)
  expect(await saved[0]?.file.text()).toContain(`,Success,${cell},ord-1`)
})

test('a file that the connection cuts says so in its name, its last line and on the page', async () => {
  network.answer(
    'findOrders',
    { orders: [listedOrder('ord-1')], after: 'ord-1' },
    httpError(503, 'The service is busy.'),
  )
  await exportList()
  expect(await screen.findByText('The file is cut after 1 orders: The service is busy.')).toBeTruthy()
  expect(saved[0]?.name).toMatch(/^kyc-list-cut-/)
  expect(await saved[0]?.file.text()).toMatch(/\r\nCUT: .+\r\n$/)
})

test('without any order nothing is saved', async () => {
  await exportList()
  expect(await screen.findByText('There are no orders to save.')).toBeTruthy()
  network.answer('findOrders', httpError(503, 'The service is busy.'))
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText('Nothing was saved: The service is busy.')).toBeTruthy()
  expect(saved).toEqual([])
})
