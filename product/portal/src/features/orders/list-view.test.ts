import { expect, test } from 'vitest'

import { pagesOffered, readListView, writeListView } from './list-view.ts'

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
