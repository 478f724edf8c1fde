import { paths } from '@ekyc/contract/paths'
import { captureTexts } from '@ekyc/contract/texts'
import type { Page } from '@playwright/test'

import { byName, calls, everyScanner, permission, press, refusal, statesOf, type Screen } from './screen.ts'

const order = {
  orderId: 'ORD-1',
  wadh: 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc=',
  dbsRefCode: 'DBS10001',
}
const openOrder = { prepareOrderResponse: order, refNo: order.dbsRefCode }

const tickAndCapture = async (page: Page) => {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
}
const captured = async (page: Page) => {
  await tickAndCapture(page)
  await page.getByRole('button', { name: 'Proceed' }).waitFor()
}

export const doKycScreens: Screen[] = statesOf(paths.doKyc, [
  { state: '1 reference', shows: 'Reference number' },
  { state: '1 reference empty', act: press('Check'), shows: 'Please enter valid' },
  {
    state: '1 checking',
    answers: { [calls.reference]: 'nothing' },
    act: checkReference,
    shows: 'Please wait',
  },
  {
    state: '1 refused, in a dialog',
    answers: { [calls.reference]: refusal('The reference number is not known to the bank.') },
    act: checkReference,
    shows: 'The reference number is not known to the bank.',
  },
  { state: '2 before the scan', slice: openOrder, shows: 'Capture Fingerprint' },
  {
    state: '2 consent missed',
    slice: openOrder,
    act: press('Capture Fingerprint'),
    shows: 'Ask the customer first',
  },
  {
    state: '2 before the browser asks',
    slice: openOrder,
    opensAt: byName,
    before: permission('prompt'),
    shows: /browser will ask/i,
  },
  {
    state: '2 kept away by the browser',
    slice: openOrder,
    opensAt: byName,
    before: permission('denied'),
    shows: 'The browser keeps this page away',
  },
  {
    state: '2 looking',
    slice: openOrder,
    before: page => everyScanner(page, 'silent'),
    act: tickAndCapture,
    shows: captureTexts.detecting,
  },
  {
    state: '2 choosing',
    slice: openOrder,
    before: page => everyScanner(page, 'ready'),
    act: tickAndCapture,
    shows: 'More than one scanner is ready',
  },
  {
    state: '2 capturing',
    slice: openOrder,
    device: { delayMs: 19_000 },
    act: tickAndCapture,
    shows: 'place one finger',
  },
  {
    state: '2 failed, in a dialog',
    slice: openOrder,
    device: { scenario: 'error', errCode: '730', errInfo: 'Capture failed' },
    act: tickAndCapture,
    shows: 'Capture failed',
  },
  {
    state: '2 failed, the dialog read',
    slice: openOrder,
    device: { scenario: 'error', errCode: '730' },
    async act(page) {
      await tickAndCapture(page)
      await press('Close')(page)
    },
    shows: 'What to do now',
  },
  {
    state: '2 no service',
    slice: openOrder,
    device: { scenario: 'not-rd-service' },
    act: tickAndCapture,
    shows: captureTexts.serviceNotFound,
  },
  {
    state: '2 no scanner',
    slice: openOrder,
    device: { scenario: 'not-ready' },
    act: tickAndCapture,
    shows: captureTexts.notConnected,
  },
  {
    state: '2 a wrong clock',
    slice: openOrder,
    before: page =>
      page.addInitScript(() => {
        const now = Date.now
        Date.now = () => now() + 20 * 60_000
      }),
    shows: 'clock is wrong',
  },
  { state: '3 captured', slice: openOrder, act: captured, shows: captureTexts.captured },
  {
    state: '3 submitting',
    slice: openOrder,
    answers: { [calls.submit]: 'nothing' },
    async act(page) {
      await captured(page)
      await press('Proceed')(page)
    },
    shows: 'Asking the identity authority',
  },
  {
    state: 'without its privilege',
    slice: { allPrevielages: ['VIEW_APP_DASHBOARD'] },
    shows: "Sorry, You don't have permission to do kyc!",
  },
])

async function checkReference(page: Page): Promise<void> {
  await page.getByLabel('Reference number').fill('DBS10001')
  await page.getByRole('button', { name: 'Check' }).click()
}
