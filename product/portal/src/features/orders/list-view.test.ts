import { expect, test } from 'vitest'

import { ordersShown, pagesOffered, readListView, writeListView } from './list-view.ts'

const order = (id: string, status: 'INIT' | 'KYC_SUCCESS' | 'KYC_FAILURE', dbsRefCode: string) => ({
  id,
  status,
  dbsRefCode,
  createdOn: '2026-11-20T10:00:00.000Z',
  transactionId: 'UKC:1',
  tpsMsg: '',
})
const page = [
  order('ord-A1', 'KYC_SUCCESS', 'DBS10001'),
  order('ord-B2', 'KYC_FAILURE', 'DBS20001'),
  order('ord-C3', 'INIT', 'DBS10002'),
]
const idsShown = (status: '' | 'KYC_SUCCESS' | 'KYC_FAILURE', search: string) =>
  ordersShown(page, { status, search }).map(one => one.id)

test('[LST-2] INIT orders never show, not even when searched for', () => {
  expect(idsShown('', '')).toEqual(['ord-A1', 'ord-B2'])
  expect(idsShown('', 'DBS10002')).toEqual([])
})

test('[LST-3] search finds a reference or an order id whatever its case, and only the whole of it', () => {
  expect(idsShown('', ' dbs20001 ')).toEqual(['ord-B2'])
  expect(idsShown('', 'ORD-a1')).toEqual(['ord-A1'])
  expect(idsShown('', 'DBS2000')).toEqual([])
})

test('[LST-8] a status filters the loaded page', () => {
  expect(idsShown('KYC_FAILURE', '')).toEqual(['ord-B2'])
})

test('[LST-5] the pager offers at most five pages, the present one in the middle where there is room', () => {
  expect(pagesOffered(1, 3)).toEqual([1, 2, 3])
  expect(pagesOffered(1, 400)).toEqual([1, 2, 3, 4, 5])
  expect(pagesOffered(7, 400)).toEqual([5, 6, 7, 8, 9])
  expect(pagesOffered(400, 400)).toEqual([396, 397, 398, 399, 400])
  expect(pagesOffered(1, 0)).toEqual([])
})

test('[LST-8] the view survives a round trip through the address bar, and invalid values are ignored', () => {
  const view = { page: 4, status: 'KYC_FAILURE', from: '2026-10-01', to: '2026-10-31' } as const
  expect(readListView(writeListView(view))).toEqual(view)
  expect(readListView(new URLSearchParams('page=-2&status=INIT&from=1%20Oct&to='))).toEqual({
    page: 1,
    status: '',
    from: '',
    to: '',
  })
  expect(writeListView({ page: 1, status: '', from: '', to: '' }).toString()).toBe('')
})
