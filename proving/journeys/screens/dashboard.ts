import { paths } from '@ekyc/contract/paths'
import { listTexts, sessionTexts } from '@ekyc/contract/texts'
import type { Page } from '@playwright/test'

import {
  authorityOutage,
  calls,
  envelope,
  inTurn,
  noOrders,
  outageText,
  overloaded,
  press,
  statesOf,
  type Answer,
} from './screen.ts'

const both = (answer: Answer) => ({
  [calls.orders]: answer,
  [calls.statistics]: answer,
})
const noStatistics: Answer = { body: { ...envelope(true), userStatistics: [] } }

const duration = (value: string) => (page: Page) => page.getByLabel('Duration').selectOption(value)

export const dashboardScreens = statesOf(paths.dashboard, [
  { state: 'full', shows: 'Recent KYC' },
  { state: 'loading', answers: both('nothing'), shows: 'Recent KYC' },
  {
    state: 'empty',
    answers: { [calls.orders]: noOrders, [calls.statistics]: noStatistics },
    shows: listTexts.empty,
  },
  { state: 'failed', answers: both(overloaded), shows: 'The service is busy' },
  { state: 'an outage', answers: authorityOutage, shows: outageText },
  { state: 'without DO_EKYC_APP', slice: { allPrevielages: ['VIEW_APP_DASHBOARD'] }, shows: 'Recent KYC' },
  {
    state: 'without its privilege',
    slice: { allPrevielages: [] },
    shows: 'Sorry, You can not access dashboard!',
  },
  { state: 'the menu open', act: press(/User menu|Lakshmi/), shows: 'Logout' },
  {
    state: 'twelve months, one chosen',
    act: inTurn(duration('12M'), page => page.getByRole('radio').nth(3).check({ force: true })),
    shows: '12 Months',
  },
  { state: 'no duration', act: duration(''), shows: 'Please select a valid duration' },
  { state: 'the session about to end', slice: { warningTime: 1 }, shows: sessionTexts.goingToExpire },
  {
    state: 'the network gone',
    answers: { ...both('broken'), '/health/live': 'broken' },
    // On a machine without any network, the browser says that it is offline.
    shows: /You are offline\.|The bank’s server cannot be reached\./,
  },
])
