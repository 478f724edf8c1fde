import { paths } from '@ekyc/contract/paths'
import { listTexts, sessionTexts } from '@ekyc/contract/texts'

import { calls, envelope, noOrders, overloaded, press, statesOf, type Answer, type Screen } from './screen.ts'

const noStatistics: Answer = { body: { ...envelope(true), userStatistics: [] } }

export const dashboardScreens: Screen[] = statesOf(paths.dashboard, [
  { state: 'full', shows: 'Recent KYC' },
  {
    state: 'loading',
    answers: { [calls.orders]: 'nothing', [calls.statistics]: 'nothing' },
    shows: 'Recent KYC',
  },
  {
    state: 'empty',
    answers: { [calls.orders]: noOrders, [calls.statistics]: noStatistics },
    shows: listTexts.empty,
  },
  {
    state: 'failed',
    answers: { [calls.orders]: overloaded, [calls.statistics]: overloaded },
    shows: 'The service is busy',
  },
  { state: 'without DO_EKYC_APP', slice: { allPrevielages: ['VIEW_APP_DASHBOARD'] }, shows: 'Recent KYC' },
  {
    state: 'without its privilege',
    slice: { allPrevielages: [] },
    shows: 'Sorry, You can not access dashboard!',
  },
  { state: 'the menu open', act: press(/User menu|Lakshmi/), shows: 'Logout' },
  {
    state: 'twelve months, one chosen',
    async act(page) {
      await page.getByLabel('Duration').selectOption('12M')
      await page.getByRole('radio').nth(3).check({ force: true })
    },
    shows: '12 Months',
  },
  {
    state: 'no duration',
    async act(page) {
      await page.getByLabel('Duration').selectOption('')
    },
    shows: 'Please select a valid duration',
  },
  { state: 'the session about to end', slice: { warningTime: 1 }, shows: sessionTexts.goingToExpire },
  {
    state: 'the network gone',
    answers: { [calls.orders]: 'broken', [calls.statistics]: 'broken', '/health/live': 'broken' },
    shows: 'The network is gone',
  },
])
