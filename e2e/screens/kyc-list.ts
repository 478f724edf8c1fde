import { paths } from '@ekyc/contract/paths'
import { listTexts, sessionTexts } from '@ekyc/contract/texts'

import { calls, inTurn, noOrders, overloaded, press, statesOf } from './screen.ts'

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
    state: 'access denied, in a dialog',
    slice: { allPrevielages: ['VIEW_APP_DASHBOARD'] },
    shows: sessionTexts.accessDenied,
  },
])
