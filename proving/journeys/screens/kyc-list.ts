import { paths } from '@ekyc/contract/paths'
import { listTexts, sessionTexts } from '@ekyc/contract/texts'

import { calls, envelope, inTurn, noOrders, overloaded, press, statesOf } from './screen.ts'

const found = {
  id: '5b5c1ef6-0a07-4a2c-9a55-1c4e3b0b9d1f',
  status: 'KYC_FAILURE',
  createdOn: '2026-03-04T05:06:07.000Z',
  transactionId: 'UKC:0123456789abcdef0123456789abcdef',
  tpsMsg: 'The fingerprint did not match. (300)',
  dbsRefCode: 'DBS20001',
}

export const kycListScreens = statesOf(paths.kycList, [
  { state: 'full', shows: 'Ref ID' },
  { state: 'loading', answers: { [calls.orders]: 'nothing' }, shows: 'Search by reference id' },
  { state: 'empty', answers: { [calls.orders]: noOrders }, shows: listTexts.empty },
  { state: 'failed', answers: { [calls.orders]: overloaded }, shows: 'Try again' },
  {
    state: 'the filter open and wrong',
    act: inTurn(page => page.getByText('Filter').first().click(), press('Apply')),
    shows: listTexts.statusWrong,
  },
  { state: 'filtered', opensAt: '/kyc-list?page=40&status=KYC_FAILURE&from=2026-01-01', shows: 'Filter' },
  { state: 'an empty search', act: press('Search'), shows: listTexts.searchEmpty },
  {
    state: 'a search without a hit',
    act: inTurn(page => page.getByRole('searchbox').fill('NOBODY'), press('Search')),
    shows: 'NOBODY',
  },
  {
    state: 'found among all orders, every filter set',
    opensAt: '/kyc-list?status=KYC_FAILURE&from=2026-01-01&to=2026-12-31',
    answers: { [calls.found]: { body: { ...envelope(true), orders: [found], after: found.id } } },
    act: inTurn(page => page.getByRole('searchbox').fill('dbs20001'), press('Search')),
    shows: 'in all orders',
  },
  {
    state: 'nothing exported',
    answers: { [calls.found]: overloaded },
    act: press('Export CSV'),
    shows: 'Nothing was saved',
  },
  {
    state: 'access denied, in a dialog',
    slice: { allPrevielages: ['VIEW_APP_DASHBOARD'] },
    shows: sessionTexts.accessDenied,
  },
])
