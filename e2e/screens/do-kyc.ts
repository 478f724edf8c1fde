import { paths } from '@ekyc/contract/paths'
import { captureTexts } from '@ekyc/contract/texts'
import type { Page } from '@playwright/test'

import { calls, everyScanner, inTurn, permission, press, refusal, statesOf, type Screen } from './screen.ts'

const order = {
  orderId: 'ORD-1',
  wadh: 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc=',
  dbsRefCode: 'DBS10001',
}

const scan = async (page: Page) => {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
}
const captured = async (page: Page) => {
  await scan(page)
  await page.getByRole('button', { name: 'Proceed' }).waitFor()
}

export const doKycScreens: Screen[] = [
  ...statesOf(paths.doKyc, [
    { state: '1 reference', shows: 'Reference number' },
    { state: '1 reference empty', act: press('Check'), shows: 'Please enter valid' },
    { state: '1 checking', answers: { [calls.reference]: 'nothing' }, act: check, shows: 'Please wait' },
    {
      state: '1 refused, in a dialog',
      answers: { [calls.reference]: refusal('The reference number is not known to the bank.') },
      act: check,
      shows: 'The reference number is not known to the bank.',
    },
    {
      state: 'without its privilege',
      slice: { allPrevielages: ['VIEW_APP_DASHBOARD'] },
      shows: "Sorry, You don't have permission to do kyc!",
    },
  ]),
  ...withOpenOrder([
    { state: '2 before the scan', shows: 'Capture Fingerprint' },
    { state: '2 consent missed', act: press('Capture Fingerprint'), shows: 'Ask the customer first' },
    { state: '2 before the browser asks', ...permission('prompt'), shows: /browser will ask/i },
    {
      state: '2 kept away by the browser',
      ...permission('denied'),
      shows: 'The browser keeps this page away',
    },
    { state: '2 looking', before: everyScanner('silent'), act: scan, shows: captureTexts.detecting },
    {
      state: '2 choosing',
      before: everyScanner('ready'),
      act: scan,
      shows: 'More than one scanner is ready',
    },
    { state: '2 capturing', device: { delayMs: 19_000 }, act: scan, shows: 'place one finger' },
    {
      state: '2 failed, in a dialog',
      device: { scenario: 'error', errCode: '730', errInfo: 'Capture failed' },
      act: scan,
      shows: 'Capture failed',
    },
    {
      state: '2 failed, the dialog read',
      device: { scenario: 'error', errCode: '730' },
      act: inTurn(scan, press('Close')),
      shows: 'What to do now',
    },
    {
      state: '2 no service',
      device: { scenario: 'not-rd-service' },
      act: scan,
      shows: captureTexts.serviceNotFound,
    },
    { state: '2 no scanner', device: { scenario: 'not-ready' }, act: scan, shows: captureTexts.notConnected },
    {
      state: '2 a wrong clock',
      before: page =>
        page.addInitScript(() => {
          const now = Date.now
          Date.now = () => now() + 20 * 60_000
        }),
      shows: 'clock is wrong',
    },
    { state: '3 captured', act: captured, shows: captureTexts.captured },
    {
      state: '3 submitting',
      answers: { [calls.submit]: 'nothing' },
      act: inTurn(captured, press('Proceed')),
      shows: 'Asking the identity authority',
    },
  ]),
]

function withOpenOrder(states: Omit<Screen, 'path' | 'slice'>[]): Screen[] {
  return statesOf(
    paths.doKyc,
    states.map(state => ({ ...state, slice: { prepareOrderResponse: order, refNo: order.dbsRefCode } })),
  )
}

async function check(page: Page): Promise<void> {
  await page.getByLabel('Reference number').fill('DBS10001')
  await page.getByRole('button', { name: 'Check' }).click()
}
